import { expect } from 'vitest'
import type { Client } from '../harness/client.ts'
import { eventually } from '../harness/eventually.ts'

interface Asked {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Followed {
  readonly status: number
  readonly headers: Headers
  /** Everything received so far. */
  text(): string
  /** The events received so far, parsed. */
  events(): readonly SentEvent[]
  /** Waits until this many events were received, and returns them. */
  waitFor(count: number): Promise<readonly SentEvent[]>
  /** Resolves when the service ends the stream. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

export interface SentEvent {
  readonly id: string
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: events of every type
  readonly data: any
}

/** Opens an event stream and reads along. */
export async function followEvents(
  { url, key }: Pick<Client, 'url' | 'key'>,
  { query = '', headers = {} }: Asked = {},
): Promise<Followed> {
  const controller = new AbortController()
  const answer = await fetch(`${url}/v1/events${query}`, {
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  })
  let text = ''
  const read = async () => {
    for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) text += chunk
  }
  const ended = read().catch(() => {})
  const events = () => parse(text)
  if (answer.ok) await eventually(() => expect(text).not.toBe(''))
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    events,
    async waitFor(count) {
      await eventually(() => expect(events().length).toBeGreaterThanOrEqual(count))
      return events()
    },
    ended,
    async close() {
      controller.abort()
      await ended
    },
  }
}

function parse(text: string): readonly SentEvent[] {
  const whole = text.slice(0, text.lastIndexOf('\n\n') + 2)
  return whole.split('\n\n').flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
    const data = fields.get('data')
    if (data === undefined) return []
    return [{ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: JSON.parse(data) }]
  })
}
