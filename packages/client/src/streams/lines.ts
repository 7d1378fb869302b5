import { PalateError } from '../error.ts'

/** The longest line that the service sends, a result with its explanations, is far shorter. */
export const lineCharactersMax = 32 * 1024 * 1024

export interface LineOptions {
  /** How long the stream may be silent. */
  readonly silenceMs: number
  readonly signal?: AbortSignal | undefined
}

/** The lines of a text that arrives in chunks, without line breaks. An unfinished last line is dropped. */
export async function* linesOf(response: Response, { silenceMs, signal }: LineOptions): AsyncGenerator<string> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const abort = () => void reader.cancel(signal?.reason).catch(() => {})
  signal?.addEventListener('abort', abort)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await withinMs(silenceMs, reader.read())
      signal?.throwIfAborted()
      if (done) return
      const [end = '', ...next] = decoder.decode(value, { stream: true }).split('\n')
      rest += end
      for (const beginning of next) {
        yield rest.endsWith('\r') ? rest.slice(0, -1) : rest
        rest = beginning
      }
      if (rest.length > lineCharactersMax) throw tooLong(response)
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    // A caller that stops reading early closes the connection.
    await reader.cancel().catch(() => {})
  }
}

async function withinMs<Value>(ms: number, waiting: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PalateError('timeout', `no data for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([waiting, silence])
  } finally {
    clearTimeout(timer)
  }
}

function tooLong({ url, status }: Response): PalateError {
  const message = `${url} sent a line of over ${lineCharactersMax} characters`
  return new PalateError('unexpected_answer', message, { status })
}
