interface ServerSentEvent {
  readonly event: string
  /** A client that reconnects sends the last one as `Last-Event-ID`. */
  readonly id?: string | number | undefined
  /** Must be a single line. */
  readonly data: string
}

export function serverSentEvent({ event, id, data }: ServerSentEvent): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
}

/** Clients ignore comments, which keep proxies from closing an idle connection. */
export function serverSentComment(text: string): string {
  return `: ${text}\n\n`
}
