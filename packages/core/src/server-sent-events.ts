interface ServerSentEvent {
  readonly event: string
  /** A client that reconnects sends the last one as `Last-Event-ID`. */
  readonly id?: string | number | undefined
  /** On one line. */
  readonly data: string
}

export function serverSentEvent({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}

/** Clients ignore comments. They keep proxies from closing a silent connection. */
export function serverSentComment(text: string): string {
  return `: ${text}\n\n`
}
