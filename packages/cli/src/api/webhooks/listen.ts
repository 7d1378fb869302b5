import type { Event, Palate } from '@palate/client'
import { type Command, InvalidArgumentError } from 'commander'
import { print, printWarning } from '../../output.ts'
import { untilInterrupted } from '../../terminal/interrupt.ts'
import { bold, dim, green, inOneLine, red } from '../../terminal/text.ts'
import { apiCommand, type Context, withClient } from '../api-command.ts'
import type { ApiOptions } from '../connection/client.ts'
import { commaList } from '../option-values.ts'
import { eventTypesAmong } from './event-types.ts'
import { followEvents } from './follow-events.ts'
import type { Forwarded } from './forward.ts'
import { pastTime, pastTimeForms } from './past-time.ts'

export function listenCommand(): Command {
  return apiCommand('listen', 'show events as they happen, and forward them to a URL', [
    'webhooks listen',
    'webhooks listen --forward http://localhost:3000/hook',
    'webhooks listen --since 2h --types "profile.*,quality.alert"',
  ])
    .option('--forward <address>', 'send each event to this URL, signed like a webhook', address)
    .option('--since <time>', `start in the past: ${pastTimeForms}`, pastTime)
    .option('--types <list>', 'only these events: names and patterns such as profile.*', commaList)
    .option('--project <project>', 'only events of this project')
    .option('--secret <secret>', 'secret to sign with (default: a new one)', secret)
    .action(withClient(listen))
}

type ListenOptions = ApiOptions & {
  readonly forward?: string
  readonly since?: number
  readonly types?: readonly string[]
  readonly project?: string
  readonly secret?: string
}

async function listen({ palate, options }: Context<ListenOptions>): Promise<void> {
  const { json, types } = options
  const wanted = types && (await eventTypesAmong(types))
  const send = await forwarderOf(options)
  for await (const event of eventsOf(palate, options)) {
    if (wanted && !wanted.has(event.type)) continue
    const sent = await send?.(event)
    print(json ? JSON.stringify(sent ? { event, forwarded: sent } : event) : describe(event, sent))
  }
}

async function forwarderOf({ forward, secret: given }: ListenOptions) {
  if (forward === undefined) return undefined
  const { createForwarder, newSecret } = await import('./forward.ts')
  const signing = given ?? newSecret()
  printWarning(`forwarding to ${forward}, signed with ${signing}`)
  return createForwarder(forward, signing)
}

function eventsOf(palate: Palate, { since: sinceMs, project }: ListenOptions): AsyncGenerator<Event> {
  const signal = untilInterrupted()
  const onReady = () => printWarning('listening; press Ctrl-C to stop')
  return followEvents(palate, { signal, onReady, ...(sinceMs !== undefined && { sinceMs }), project })
}

/** One line. */
function describe({ timestamp, type, projectId, data, id }: Event, sent: Forwarded | undefined): string {
  const about = [projectId, data.name, data.message].flatMap((part) => (typeof part === 'string' ? [part] : []))
  const line = `${dim(timestamp)}  ${bold(type)}  ${inOneLine(about.join('  '))}`.trimEnd()
  if (!sent) return `${line}  ${dim(id)}`
  const answer =
    sent.status === undefined
      ? red(`failed: ${sent.error}`)
      : (sent.isAccepted ? green : red)(`${sent.status} in ${sent.durationMs} ms`)
  return `${line}  → ${answer}  ${dim(id)}`
}

function address(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('It must be an http or https URL.')
  }
  return text
}

function secret(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) {
    throw new InvalidArgumentError('It must be whsec_ followed by at least 24 bytes in base64.')
  }
  return text
}
