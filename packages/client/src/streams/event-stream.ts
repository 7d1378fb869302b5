import type { Event, EventList } from '../api-types.ts'
import type { CallOptions } from '../options.ts'
import { listOf } from '../resources/list.ts'
import { parseLine } from '../transport/responses.ts'
import type { Transport } from '../transport/transport.ts'
import { linesOf } from './lines.ts'
import { resumed } from './resume.ts'

export interface TailOptions extends CallOptions {
  readonly projectId?: string
  /** Only events of this type: a name, `profile.*` or `*`. */
  readonly type?: string
  /** The id of the last event that you received. By default, the tail starts now. */
  readonly after?: string
}

/** Events as they happen. Reconnects automatically without missing any. */
export async function* tailEvents(
  transport: Transport,
  { projectId, type, after, ...options }: TailOptions = {},
): AsyncGenerator<Event> {
  const filter = { projectId, type }
  /** Newest first. */
  const log = (limit?: number) =>
    listOf(transport, 'listEvents', (page: EventList) => page.events, { query: { ...filter, limit } }, options)
  // To find out later what a stream missed, remember the newest event at the start.
  let last = after ?? (await log(1)).events[0]?.id
  const begin = async (isFirst: boolean) => {
    const missed = isFirst || last !== undefined ? [] : await oldestFirst(log())
    const sent = { query: filter, headers: { 'last-event-id': missed.at(-1)?.id ?? last } }
    const once = isFirst ? options : { ...options, retries: 0 }
    const response = await transport.open('listEvents', 'text/event-stream', sent, once)
    const lines = linesOf(response, { silenceMs: transport.silenceMs, signal: options.signal })
    return messages(missed, response, lines)
  }
  const stream = resumed<Message>({
    begin,
    isGreeting: (message) => 'comment' in message && message.comment === 'open',
    isEnd: () => false,
    signal: options.signal,
  })
  for await (const message of stream) {
    if ('comment' in message) continue
    last = message.event.id
    yield message.event
  }
}

type Message = { readonly event: Event } | { readonly comment: string }

async function oldestFirst(log: AsyncIterable<Event>): Promise<readonly Event[]> {
  const events: Event[] = []
  for await (const event of log) events.unshift(event)
  return events
}

/** The missed events, then the server-sent events and comments. */
async function* messages(
  missed: readonly Event[],
  response: Response,
  lines: AsyncIterable<string>,
): AsyncGenerator<Message> {
  for (const event of missed) yield { event }
  let data: string[] = []
  for await (const line of lines) {
    if (line === '' && data.length > 0) yield { event: parseLine<Event>(data.join('\n'), response) }
    if (line === '') data = []
    const [, field, value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? []
    if (field === '') yield { comment: value }
    if (field === 'data') data.push(value)
  }
}
