import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { wants } from '@palate/core/webhooks/subscription.ts'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../platform/entries-max.ts'
import type { Services } from '../../services.ts'
import { findDueAccount, forgetDue, noteDue } from '../../store/due-accounts.ts'
import { insertDeliveries } from '../deliveries/delivery-store.ts'
import type { Subscriber } from '../webhook-store.ts'
import type { FanOutEvent, Recipient } from './fan-out-store.ts'
import * as store from './fan-out-store.ts'

/** Deliveries that the transaction of a change, or one step of a fan-out, inserts. */
export const deliveriesPerTransactionMax = 250
/** Fan-outs whose content is kept in memory. It may be large. */
const plansCachedMax = 4
const accountsRememberedMax = 1000

type FanOutServices = Pick<Services, 'store' | 'newId' | 'clock'>

/**
 * Creates the deliveries of changes with many events or many webhooks. Such a change stores its events and, as a row of
 * `event_fan_outs`, the webhooks subscribed at that moment. Any delivering process then creates the deliveries, a
 * bounded number in each transaction, which also advances the row's counter. So each event gets one delivery for each
 * of these webhooks, even if a process dies. Later events of the same stream wait for the row, to stay in order.
 */
export class FanOut {
  readonly #services: FanOutServices
  /** The content of the fan-outs of the last steps, which never changes: each may take thousands of steps. */
  readonly #plans = new LRUCache<string, Plan>({ max: plansCachedMax })
  /** By account: the stream of the last step. */
  readonly #lastStreams = new LRUCache<string, string>(entriesMax(accountsRememberedMax))

  constructor(services: FanOutServices) {
    this.#services = services
  }

  /** Creates the next deliveries of an account. False if there was nothing to do. */
  async step(accountId: string): Promise<boolean> {
    const { store: engine, clock } = this.#services
    if (!(await store.hasFanOuts(engine.backgroundRead, accountId))) {
      await this.#forget(accountId)
      return false
    }
    // On SQLite consecutive steps block the event loop.
    await yieldToEventLoop()
    return engine.write(async (db) => {
      const next = await store.lockNextFanOut(db, accountId, this.#lastStreams.get(accountId))
      if (!next) return false
      this.#lastStreams.set(accountId, next.stream)
      const plan = await this.#planOf(next, () => store.readFanOut(db, next))
      const recipients = plan.recipients(next.done, deliveriesPerTransactionMax)
      const deliveries = recipients.map((recipient) => ({ id: this.#services.newId('dlv'), ...recipient }))
      await insertDeliveries(db, accountId, deliveries, plan.createdAt)
      const done = next.done + recipients.length
      if (done < plan.count) await store.updateFanOut(db, { ...next, done })
      else await store.deleteFanOut(db, next)
      await noteDue(engine, db, 'deliveries', accountId, clock().toISOString())
      return true
    })
  }

  async #forget(accountId: string): Promise<void> {
    const { store: engine, clock } = this.#services
    const due = await findDueAccount(engine.backgroundRead, 'fan_outs', accountId)
    if (due) await forgetDue(engine, due, clock().toISOString())
  }

  async #planOf({ accountId, stream, place }: store.FanOutKey, read: () => Promise<store.FanOutContent>) {
    const key = JSON.stringify([accountId, stream, place])
    const plan = this.#plans.get(key) ?? planOf(await read())
    this.#plans.set(key, plan)
    return plan
  }
}

interface Plan {
  readonly createdAt: string
  readonly count: number
  /** A range of the recipients, in the order of the events. */
  recipients(from: number, limit: number): readonly Recipient[]
}

function planOf({ events, subscribers, createdAt }: store.FanOutContent): Plan {
  const idsFor = createMatcher(subscribers)
  let count = 0
  const starts = events.map((event) => {
    const start = count
    count += idsFor(event).length
    return { event, start }
  })
  return {
    createdAt,
    count,
    recipients: (from, limit) =>
      starts
        .filter(({ event, start }) => start < from + limit && start + idsFor(event).length > from)
        .flatMap(({ event, start }) => {
          const ids = idsFor(event).slice(Math.max(0, from - start), from + limit - start)
          return ids.map((webhookId) => ({ event, webhookId }))
        }),
  }
}

/** All the deliveries that events cause. */
export function recipientsOf(
  events: readonly FanOutEvent[],
  subscribers: readonly Subscriber[],
): { readonly count: number; list(): readonly Recipient[] } {
  const plan = planOf({ events, subscribers, createdAt: '' })
  return { count: plan.count, list: () => plan.recipients(0, plan.count) }
}

/** The webhooks that get an event. A project's webhook gets only that project's events; an account's gets all. */
function createMatcher(subscribers: readonly Subscriber[]) {
  const known = new Map<string, readonly string[]>()
  return ({ type, projectId }: FanOutEvent): readonly string[] => {
    const key = JSON.stringify([type, projectId])
    const ids =
      known.get(key) ??
      subscribers
        .filter((one) => (one.projectId === null || one.projectId === projectId) && wants(one.patterns, type))
        .map(({ id }) => id)
    known.set(key, ids)
    return ids
  }
}
