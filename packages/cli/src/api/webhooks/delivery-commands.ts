import { setTimeout as pause } from 'node:timers/promises'
import type { Delivery, Palate } from '@palate/client'
import { type Command, Option } from 'commander'
import { CommandError, type Lines, UsageError } from '../../output.ts'
import { ago, green, plural, red, table } from '../../terminal/text.ts'
import { apiCommand, type Context, withClient } from '../api-command.ts'
import type { ApiOptions } from '../connection/client.ts'
import { positiveWholeNumber } from '../option-values.ts'
import { findWebhook } from './find-webhook.ts'
import { pastTime, pastTimeForms } from './past-time.ts'

/** The service sends immediately and gives a receiver 15 s. */
const outcomeMsMax = 20_000
const outcomeEveryMs = 200

export function deliveryCommands(): readonly Command[] {
  const ofEvents = () => new Option('--type <event>', 'only events of this type, such as profile.committed')
  const since = () => new Option('--since <time>', `only since this time: ${pastTimeForms}`).argParser(pastTime)
  const until = () => new Option('--until <time>', 'only before this time').argParser(pastTime)
  const limit = () => new Option('-n, --limit <number>', 'maximum number').argParser(positiveWholeNumber).default(20)
  return [
    apiCommand('test', 'send a test event and show how the receiver responds', ['webhooks test hook_…'])
      .argument('<webhook>', 'id or URL')
      .action(withClient(sendTest)),
    apiCommand('deliveries', 'list the deliveries of a webhook, newest first', [
      'webhooks deliveries https://example.com/hook',
      'webhooks deliveries hook_… --status pending --since 2h',
    ])
      .argument('<webhook>', 'id or URL')
      .addOption(new Option('--status <status>').choices(['pending', 'delivered', 'dead']))
      .addOption(ofEvents())
      .addOption(since())
      .addOption(until())
      .addOption(limit())
      .action(withClient(deliveries)),
    apiCommand('delivery', 'show a delivery with its event and every attempt', ['webhooks delivery dlv_…'])
      .argument('<delivery>', 'id')
      .action(withClient(delivery)),
    apiCommand('dead-letters', 'list abandoned deliveries', ['webhooks dead-letters'])
      .option('--webhook <webhook>', 'only this webhook (id or URL)')
      .addOption(ofEvents())
      .addOption(limit())
      .action(withClient(deadLetters)),
    apiCommand('replay', 'resend a delivery, all dead letters, or the deliveries of a webhook since a time', [
      'webhooks replay dlv_…',
      'webhooks replay --dead --webhook https://example.com/hook',
      'webhooks replay --webhook https://example.com/hook --since 2h',
    ])
      .argument('[delivery]', 'id')
      .option('--dead', 'only dead letters: all that match the other options')
      .option('--webhook <webhook>', 'only this webhook (id or URL)')
      .addOption(ofEvents())
      .addOption(since())
      .addOption(until())
      .action(withClient(replay)),
  ]
}

async function sendTest({ palate, options, show }: Context<ApiOptions>, wanted: string): Promise<void> {
  const { id, url } = await findWebhook(palate, wanted)
  const sent = await outcomeOf(palate, await palate.webhooks.test(id))
  const last = sent.attempts.at(-1)
  if (sent.status === 'delivered')
    return show(sent, () => `${url} responded with ${last?.status} in ${Math.round(last?.durationMs ?? 0)} ms.`)
  if (options.json) show(sent, () => '')
  throw new CommandError(
    last ? `${url} ${failureOf(last)}; it will be retried` : `nothing was sent to ${url} yet: is a worker running?`,
  )
}

/** Waits for the first attempt. */
async function outcomeOf(palate: Palate, { id }: Delivery): Promise<Delivery> {
  const untilMs = performance.now() + outcomeMsMax
  for (;;) {
    const found = await palate.webhooks.delivery(id)
    if (found.attempts.length > 0 || performance.now() > untilMs) return found
    await pause(outcomeEveryMs)
  }
}

function failureOf({ status, error }: Delivery['attempts'][number]): string {
  return status === undefined ? `did not respond: ${error ?? 'unknown reason'}` : `responded with ${status}`
}

interface RangeOptions {
  readonly since?: number
  readonly until?: number
}

type ListOptions = ApiOptions &
  RangeOptions & { status?: Delivery['status']; type?: string; limit: number; webhook?: string }

async function deliveries({ palate, options, show }: Context<ListOptions>, wanted: string): Promise<void> {
  const { id } = await findWebhook(palate, wanted)
  const { status, type } = options
  const query = { ...(status && { status }), ...typeOf(type), ...rangeOf(options) }
  const found = await firstOf(palate.webhooks.deliveries(id, query), options.limit)
  show({ deliveries: found }, () => describe(found, 'No deliveries.'))
}

async function deadLetters({ palate, options, show }: Context<ListOptions>): Promise<void> {
  const { webhook, type } = options
  const ofWebhook = webhook === undefined ? {} : { webhookId: (await findWebhook(palate, webhook)).id }
  const found = await firstOf(palate.webhooks.deadLetters({ ...ofWebhook, ...typeOf(type) }), options.limit)
  show({ deadLetters: found }, () => describe(found, 'No dead letters.'))
}

/** The service checks the name, and its error lists the valid ones. */
function typeOf(type: string | undefined) {
  return type === undefined ? {} : { eventType: type as Delivery['eventType'] }
}

function rangeOf({ since, until }: RangeOptions) {
  return {
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  }
}

async function firstOf<Item>(list: AsyncIterable<Item>, count: number): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const item of list) {
    if (items.length >= count) break
    items.push(item)
  }
  return items
}

function describe(found: readonly Delivery[], none: string): Lines {
  if (found.length === 0) return none
  const rows = found.map(({ createdAt, eventType, status, attempts, id }) => {
    const last = attempts.at(-1)
    const colour = status === 'delivered' ? green : status === 'dead' ? red : (text: string) => text
    const answer = last === undefined ? '' : String(last.status ?? last.error ?? '')
    return [ago(createdAt), eventType, colour(status), String(attempts.length), answer, id]
  })
  return table([['WHEN', 'EVENT', 'STATUS', 'ATTEMPTS', 'RESPONSE', 'ID'], ...rows])
}

async function delivery({ palate, show }: Context<ApiOptions>, id: string): Promise<void> {
  const found = await palate.webhooks.delivery(id)
  show(found, () => [
    `${found.eventType} ${found.status} (event ${found.eventId}, webhook ${found.webhookId})`,
    ...found.attempts.map(({ at, status, durationMs, error, response }) => {
      const said = [error, response].flatMap((text) => text?.replaceAll(/\s+/g, ' ').trim() || [])
      return `${at}  ${status ?? 'no response'}  ${Math.round(durationMs)} ms${said.length > 0 ? `  ${said.join(': ')}` : ''}`
    }),
    ...(found.nextAttemptAt === undefined ? [] : [`next attempt at ${found.nextAttemptAt}`]),
    ...JSON.stringify(found.event, null, 2).split('\n'),
  ])
}

type ReplayOptions = ApiOptions & RangeOptions & { dead?: boolean; webhook?: string; type?: string }

async function replay({ palate, options, show }: Context<ReplayOptions>, id?: string): Promise<void> {
  const { dead, webhook, type } = options
  const { since, ...until } = rangeOf(options)
  const isMany = dead || (webhook !== undefined && since !== undefined)
  if ((id === undefined) !== Boolean(isMany)) throw new UsageError(wantedForReplay)
  if (id !== undefined) {
    const again = await palate.webhooks.replay(id)
    return show(again, () => `Resending ${again.eventType}. To see the outcome: palate webhooks delivery ${again.id}`)
  }
  const webhookId = webhook === undefined ? undefined : (await findWebhook(palate, webhook)).id
  if (dead || webhookId === undefined || since === undefined) {
    const range = { ...(since !== undefined && { since }), ...until, ...typeOf(type) }
    const letters = await palate.webhooks.replayDeadLetters({ ...(webhookId !== undefined && { webhookId }), ...range })
    return show(letters, () => `Resending ${plural(letters.replayed, 'dead letter')}.`)
  }
  const sent = await palate.webhooks.replayDeliveries(webhookId, { since, ...until, ...typeOf(type) })
  show(sent, () => `Resending ${sent.replayed === 1 ? '1 delivery' : `${sent.replayed} deliveries`}.`)
}

const wantedForReplay =
  'name a delivery, or pass --dead for dead letters, or --webhook and --since for all since a time'
