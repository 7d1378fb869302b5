/** The lines of a text that arrives in pieces, without their ends. The last one is left out if its end is missing. */
export async function* linesOf(response: Response, signal?: AbortSignal): AsyncGenerator<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const abort = () => void reader.cancel(signal?.reason).catch(() => {})
  signal?.addEventListener('abort', abort)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal?.throwIfAborted()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() as string
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    // Whoever leaves early closes the connection.
    await reader.cancel().catch(() => {})
  }
}
