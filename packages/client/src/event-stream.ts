import type { Event } from './api-types.ts'
import { linesOf } from './lines.ts'
import { resumed } from './resume.ts'
import type { CallOptions, Transport } from './transport.ts'

export interface TailOptions extends CallOptions {
  readonly projectId?: string
  /** Only events of this type: a name, `profile.*` or `*`. */
  readonly type?: string
  /** The id of the last event that you have. Without it the tail begins now. */
  readonly after?: string
}

/** Events as they happen, without end; begins again by itself where the connection breaks, and misses none. */
export async function* tailEvents(transport: Transport, { projectId, type, after, ...options }: TailOptions = {}) {
  let last = after
  const begin = async () => {
    const headers = { accept: 'text/event-stream', 'last-event-id': last }
    const sent = { query: { projectId, type }, headers }
    return serverSentEvents(
      linesOf(await transport.open('listEvents', sent, { ...options, retries: 0 }), options.signal),
    )
  }
  for await (const { id, data } of resumed(begin, () => false, options.signal)) {
    last = id
    yield JSON.parse(data) as Event
  }
}

async function* serverSentEvents(lines: AsyncIterable<string>): AsyncGenerator<{ id: string; data: string }> {
  let id = ''
  let data: string[] = []
  for await (const line of lines) {
    if (line === '' && data.length > 0) yield { id, data: data.join('\n') }
    if (line === '') data = []
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (field === 'id') id = value
    if (field === 'data') data.push(value)
  }
}
