import { randomUUID } from 'node:crypto'
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { slicesOf } from '../../platform/slices.ts'
import type { RecordEvents } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/schema.ts'
import { type AddressRules, isForbidden } from '../addresses.ts'
import { FanOut } from '../events/fan-out.ts'
import { type Claim, claimCapacity, claimJobs, findWebhooksDue, type Job, releaseJobs, renewLeases } from './claims.ts'
import { claimedMaxOf, claimedPerWebhookMax, EndpointQueue } from './endpoint-queue.ts'
import { type Attempt, type Outcome, type OutcomeKind, saveOutcomes } from './outcomes.ts'
import { type Answer, failureOf, Sender } from './send.ts'
import { signedHeaders } from './sign.ts'

/** How often to poll for work that `wake` does not announce: other processes' events and retries that become due. */
const pollEveryMs = 100
/** How long outcomes wait to be stored together; longer while the queue is full. */
const flushDelayMs = 4
const flushDelayBusyMs = 40
const renewEveryMs = 3000
const queueIdleMs = 60_000
const closeIdleEveryMs = 1000
/** How long a stop waits for responses to requests in flight. */
export const stopGraceMs = 8000
const idsPerStatementMax = 400
const stopped = new Error('the service is stopping')

/**
 * Delivers events to webhooks, in rounds. A round takes a step of a fan-out if there is one. Then it stores the
 * outcomes of attempts and claims due deliveries, in one transaction, and sends. Rounds run back to back while there is
 * something to store or to claim. When idle, the dispatcher polls ten times a second; `wake` starts a round at once.
 */
export class DeliveryDispatcher {
  readonly #services: Services
  readonly #rules: AddressRules
  readonly #record: RecordEvents
  readonly #owner = `wrk_${randomUUID()}`
  readonly #queues = new Map<string, EndpointQueue>()
  #outcomes: Outcome[] = []
  #toRelease: Job[] = []
  #round: Promise<void> | undefined
  #isWoken = false
  #flushTimer: NodeJS.Timeout | undefined
  #renewedAtMs = performance.now()
  #closedIdleAtMs = performance.now()
  readonly #poll: NodeJS.Timeout
  readonly #sender = new Sender()
  readonly #fanOut: FanOut
  #isClosing = false

  constructor(services: Services, rules: AddressRules, record: RecordEvents) {
    this.#services = services
    this.#rules = rules
    this.#record = record
    this.#fanOut = new FanOut(services)
    this.#poll = setInterval(() => this.wake(), pollEveryMs)
    this.wake()
  }

  /** Starts a round now: there may be something to deliver. */
  wake(): void {
    if (this.#isClosing) return
    this.#isWoken = true
    this.#round ??= this.#rounds()
  }

  /** Stops claiming, waits for requests in flight, and releases all other deliveries. */
  async stop(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#poll)
    clearTimeout(this.#flushTimer)
    await this.#round
    for (const queue of this.#queues.values()) this.#toRelease.push(...queue.takeUnsent())
    const deadline = performance.now() + stopGraceMs
    while (this.#isSending && performance.now() < deadline) await pause(10)
    this.#sender.stop(stopped)
    while (this.#isSending) await pause(1)
    await this.#store([]).catch((error) => this.#logError(error))
    for (const queue of this.#queues.values()) queue.close()
  }

  get #isSending(): boolean {
    return [...this.#queues.values()].some(({ claimedCount }) => claimedCount > 0)
  }

  async #rounds(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false
      await this.#oneRound().catch((error) => this.#logError(error))
    }
    // No await between the loop's last check and this line: a later `wake` starts new rounds.
    this.#round = undefined
  }

  async #oneRound(): Promise<void> {
    clearTimeout(this.#flushTimer)
    this.#flushTimer = undefined
    // One step in each round, so that sending continues during a long fan-out.
    if (await this.#stepFanOut()) this.wake()
    const now = this.#services.clock().toISOString()
    const waiting = await findWebhooksDue(this.#services.store.backgroundRead, now)
    const ready = waiting.filter((id) => (this.#queues.get(id)?.claimedCount ?? 0) <= claimedPerWebhookMax / 2)
    await this.#renew(now)
    this.#closeIdle()
    if (ready.length === 0 && this.#outcomes.length === 0 && this.#toRelease.length === 0) return
    const claims = await this.#store(ready)
    for (const claim of claims) this.#enqueue(claim)
  }

  /** A failing fan-out must not prevent existing deliveries from being sent. */
  async #stepFanOut(): Promise<boolean> {
    try {
      return await this.#fanOut.step()
    } catch (error) {
      this.#logError(error)
      return false
    }
  }

  /** If the transaction fails, its outcomes and releases are kept for the next round. */
  async #store(ready: readonly string[]): Promise<readonly Claim[]> {
    const { store, clock, metrics } = this.#services
    const outcomes = this.#outcomes
    const toRelease = this.#toRelease
    this.#outcomes = []
    this.#toRelease = []
    try {
      const { claims, kinds } = await store.write(async (db) => {
        const now = clock().toISOString()
        const kinds = await this.#save(db, outcomes)
        for (const [accountId, ids] of inSlices(toRelease)) await releaseJobs(db, this.#owner, accountId, ids, now)
        const claimedMax = claimedMaxOf(this.#countBusy(ready))
        const capacity = (id: string, health: { readonly failuresInRow: number }) => {
          const { claimedCount = 0, failuresInRow = 0 } = this.#queues.get(id) ?? {}
          return claimCapacity(
            { failuresInRow: Math.max(failuresInRow, health.failuresInRow) },
            claimedCount,
            claimedMax,
          )
        }
        return { kinds, claims: await claimJobs(store, db, this.#owner, now, ready, capacity) }
      })
      for (const outcome of kinds) metrics.deliveries.inc({ outcome })
      return claims
    } catch (error) {
      this.#outcomes.push(...outcomes)
      this.#toRelease.push(...toRelease)
      throw error
    }
  }

  /** Webhooks with claimed deliveries, or about to get some. */
  #countBusy(ready: readonly string[]): number {
    const holding = [...this.#queues].filter(([, { claimedCount }]) => claimedCount > 0).map(([id]) => id)
    return new Set([...holding, ...ready]).size
  }

  async #save(db: Db, outcomes: readonly Outcome[]): Promise<readonly OutcomeKind[]> {
    if (outcomes.length === 0) return []
    const wasFailing = (id: string) => this.#queues.get(id)?.hasFailed ?? true
    return saveOutcomes(this.#services, db, this.#owner, outcomes, wasFailing, this.#record)
  }

  #enqueue({ endpoint, jobs }: Claim): void {
    const queue = this.#queues.get(endpoint.webhookId) ?? new EndpointQueue(this.#rules, endpoint)
    this.#queues.set(endpoint.webhookId, queue)
    queue.add(endpoint, jobs)
    this.#sendNext(queue)
  }

  #sendNext(queue: EndpointQueue): void {
    if (this.#isClosing) return
    queue.usedAtMs = performance.now()
    for (let job = queue.next(); job; job = queue.next()) void this.#attempt(queue, job)
  }

  async #attempt(queue: EndpointQueue, job: Job): Promise<void> {
    const startedMs = performance.now()
    const at = this.#services.clock()
    const answer = await this.#send(queue, job, at.getTime())
    queue.done(job, answer?.error === null)
    if (!answer) this.#toRelease.push(job)
    else this.#outcomes.push({ job, attempt: this.#attemptOf(answer, at, startedMs), chance: Math.random() })
    // If the circuit breaker is open, the store decides when and by which process the next attempt is made.
    if (queue.isCircuitOpen) this.#toRelease.push(...queue.takeUnsent())
    this.#sendNext(queue)
    if (!this.#isClosing)
      this.#flushTimer ??= setTimeout(() => this.wake(), queue.isBusy ? flushDelayBusyMs : flushDelayMs)
  }

  /** Undefined if a stop ended the request. */
  async #send(queue: EndpointQueue, { eventId, body }: Job, nowMs: number): Promise<Answer | undefined> {
    try {
      const { pool, path } = queue.connect()
      const headers = signedHeaders(queue.endpoint.secrets, eventId, nowMs, body)
      return await this.#sender.send({ pool, path, headers, body, nowMs })
    } catch (error) {
      if (error === stopped) return undefined
      if (!isForbidden(error)) this.#services.log.error({ err: error }, 'a delivery could not be sent')
      return failureOf(error)
    }
  }

  #attemptOf(answer: Answer, at: Date, startedMs: number): Attempt {
    const durationMs = Math.round((performance.now() - startedMs) * 100) / 100
    return { ...answer, id: this.#services.newId('try'), at: at.toISOString(), durationMs }
  }

  async #renew(now: string): Promise<void> {
    if (performance.now() - this.#renewedAtMs < renewEveryMs) return
    this.#renewedAtMs = performance.now()
    const jobs = [...this.#queues.values()].flatMap((queue) => queue.jobs)
    if (jobs.length === 0) return
    await this.#services.store.write(async (db) => {
      for (const [accountId, ids] of inSlices(jobs)) {
        await renewLeases(db, this.#owner, accountId, ids, now)
        await yieldToEventLoop()
      }
    })
  }

  /** Not an LRU cache, because queues with claimed deliveries must not be evicted and pools must be closed. */
  #closeIdle(): void {
    if (performance.now() - this.#closedIdleAtMs < closeIdleEveryMs) return
    this.#closedIdleAtMs = performance.now()
    for (const [id, queue] of this.#queues) {
      if (queue.claimedCount > 0 || performance.now() - queue.usedAtMs < queueIdleMs) continue
      queue.close()
      this.#queues.delete(id)
    }
  }

  #logError(error: unknown): void {
    this.#services.log.error({ err: error }, 'deliveries could not be claimed or stored')
  }
}

function inSlices(jobs: readonly Job[]): readonly (readonly [accountId: string, ids: readonly string[]])[] {
  return [...Map.groupBy(jobs, ({ accountId }) => accountId)].flatMap(([accountId, some]) =>
    slicesOf(some, idsPerStatementMax).map((part) => [accountId, part.map(({ id }) => id)] as const),
  )
}
