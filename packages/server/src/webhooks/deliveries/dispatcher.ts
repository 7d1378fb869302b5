import { randomUUID } from 'node:crypto'
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { slicesOf } from '@palate/core/generic/slices.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { accountCircuitFailuresMax, accountPauseMs } from '@palate/core/webhooks/health.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../platform/entries-max.ts'
import type { RecordEvents } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import { type DueAccount, forgetDue, listDueAccounts } from '../../store/due-accounts.ts'
import { inProjects } from '../../store/in-projects.ts'
import type { Db } from '../../store/schema.ts'
import { AccountRounds } from '../../work/account-rounds.ts'
import { workForService } from '../../work/current-work.ts'
import { inTurn } from '../../work/fair-queue.ts'
import { type AddressRules, isForbidden } from '../addresses.ts'
import { FanOut } from '../events/fan-out.ts'
import type { WebhookSecrets } from '../secrets/webhook-secrets.ts'
import {
  type Claim,
  chooseWebhooks,
  claimCapacity,
  claimJobs,
  type DueWebhook,
  findWebhooksDue,
  type Job,
  releaseJobs,
  renewLeases,
  webhooksPerClaimMax,
} from './claims.ts'
import { claimedMaxOf, claimedPerWebhookMax, EndpointQueue } from './endpoint-queue.ts'
import { type Attempt, type Outcome, type OutcomeKind, saveOutcomes } from './outcomes.ts'
import { type Answer, failureOf, Sender, signedHeaders, traceDelivery } from './send.ts'

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
/** The pause after a step of a fan-out, in multiples of the step's duration. */
const fanOutPauseShare = 3
const fanOutPauseMsMax = 500
const stopped = new Error('the service is stopping')

/**
 * Delivers events to webhooks. A poll finds the accounts with work and starts a round for each; rounds of accounts are
 * independent. A round stores the outcomes of attempts and claims due deliveries, in one transaction, and sends.
 * The dispatcher polls ten times a second; `wake` starts a poll at once.
 */
export class DeliveryDispatcher {
  readonly #services: Services
  readonly #rules: AddressRules
  readonly #record: RecordEvents
  readonly #secrets: WebhookSecrets
  readonly #owner = `wrk_${randomUUID()}`
  readonly #queues = new Map<string, EndpointQueue>()
  readonly #unsaved = new UnsavedOutcomes()
  /** The webhooks that the last round of each account found ready. */
  readonly #ready = new Map<string, readonly string[]>()
  readonly #dueAccounts = new DueAccounts()
  readonly #circuits: AccountCircuits
  /** By account: the webhook that was claimed from last. */
  readonly #lastClaimed = new Map<string, string>()
  readonly #rounds = this.#roundsOf((accountId) => this.#roundOf(accountId))
  readonly #fanOuts = this.#roundsOf((accountId) => this.#stepFanOut(accountId))
  readonly #renewals = this.#roundsOf((accountId) => this.#renew(accountId))
  #due: ReadonlyMap<string, DueAccount> = new Map()
  #polling: Promise<void> | undefined
  #isWoken = false
  #flushTimer: NodeJS.Timeout | undefined
  #renewedAtMs = performance.now()
  #closedIdleAtMs = performance.now()
  readonly #pollTimer: NodeJS.Timeout
  readonly #sender = new Sender()
  readonly #fanOut: FanOut
  #isClosing = false

  constructor(services: Services, rules: AddressRules, record: RecordEvents, secrets: WebhookSecrets) {
    this.#services = services
    this.#rules = rules
    this.#record = record
    this.#secrets = secrets
    this.#fanOut = new FanOut(services)
    this.#circuits = new AccountCircuits(services.config.webhookRetryPausesMs[0] ?? 0)
    this.#pollTimer = setInterval(() => this.wake(), pollEveryMs)
    this.wake()
  }

  /** Polls now: there may be something to deliver, perhaps of this account. */
  wake(accountId?: string): void {
    if (this.#isClosing) return
    if (accountId !== undefined) this.#dueAccounts.prefer(accountId)
    this.#isWoken = true
    this.#polling ??= workForService(() => this.#polls())
  }

  /** Stops claiming, waits for requests in flight, and releases all other deliveries. */
  async stop(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#pollTimer)
    clearTimeout(this.#flushTimer)
    await this.#polling
    await Promise.all([this.#rounds, this.#fanOuts, this.#renewals].map((rounds) => rounds.drain()))
    for (const queue of this.#queues.values()) this.#unsaved.add(queue.accountId, { toRelease: queue.takeUnsent() })
    const deadline = performance.now() + stopGraceMs
    while (this.#isSending && performance.now() < deadline) await pause(10)
    this.#sender.stop(stopped)
    while (this.#isSending) await pause(1)
    const { accountIds } = this.#unsaved
    await Promise.all(accountIds.map((id) => this.#storeAll(id).catch((error) => this.#logError(error, id))))
    for (const queue of this.#queues.values()) queue.close()
  }

  get #isSending(): boolean {
    return [...this.#queues.values()].some(({ claimedCount }) => claimedCount > 0)
  }

  #roundsOf(work: (accountId: string) => Promise<void>): AccountRounds {
    return new AccountRounds(work, (error, accountId) => this.#logError(error, accountId))
  }

  async #polls(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false
      await this.#pollOnce().catch((error) => this.#logError(error))
    }
    // No await between the loop's last check and this line: a later `wake` starts new polls.
    this.#polling = undefined
  }

  async #pollOnce(): Promise<void> {
    clearTimeout(this.#flushTimer)
    this.#flushTimer = undefined
    this.#renewIfDue()
    this.#closeIdle()
    const due = await listDueAccounts(this.#services.store.backgroundRead, ['deliveries', 'fan_outs'])
    const { deliveries = [], fan_outs: fanOuts = [] } = Object.groupBy(due, ({ kind }) => kind)
    this.#due = new Map(deliveries.map((account) => [account.accountId, account]))
    for (const { accountId } of fanOuts) this.#fanOuts.start(accountId)
    const accounts = this.#dueAccounts.next(deliveries.map(({ accountId }) => accountId))
    for (const accountId of new Set([...accounts, ...this.#unsaved.accountIds])) this.#rounds.start(accountId)
  }

  async #roundOf(accountId: string): Promise<void> {
    if (this.#isClosing) return
    const { store, clock } = this.#services
    const now = clock().toISOString()
    const waiting = await findWebhooksDue(store.backgroundRead, accountId, now)
    const ready = waiting.filter(({ id }) => this.#mayClaim(id))
    this.#ready.set(
      accountId,
      ready.map(({ id }) => id),
    )
    if (waiting.length === 0) await this.#forgetIfIdle(accountId, now)
    const { chosen, hasMore } = this.#choose(accountId, ready)
    if (chosen.length === 0 && !this.#unsaved.has(accountId)) return
    const claims = await this.#store(accountId, chosen)
    for (const claim of claims) this.#enqueue(claim)
    // In another transaction, so that other writers do not wait for all of them.
    if ((hasMore && claims.length > 0) || this.#unsaved.has(accountId)) this.#rounds.start(accountId)
  }

  #choose(accountId: string, ready: readonly DueWebhook[]) {
    const claimedMax = this.#claimedMaxOf(accountId)
    const free = ready.filter((one) => this.#capacityOf(one.id, one, claimedMax) > 0)
    const turn = chooseWebhooks(free, {
      last: this.#lastClaimed.get(accountId) ?? '',
      isResting: this.#circuits.isResting(accountId),
      isFailing: (one) => this.#isFailing(one),
    })
    const { chosen, hasFailing } = turn
    if (hasFailing) this.#circuits.rest(accountId)
    const next = chosen.at(-1)
    if (next !== undefined) this.#lastClaimed.set(accountId, next)
    return turn
  }

  #isFailing({ id, failuresInRow }: DueWebhook): boolean {
    return failuresInRow > 0 || (this.#queues.get(id)?.failuresInRow ?? 0) > 0
  }

  #mayClaim(webhookId: string): boolean {
    const { claimedCount = 0 } = this.#queues.get(webhookId) ?? {}
    return claimedCount <= claimedPerWebhookMax / 2 && !this.#secrets.isUnreadable(webhookId)
  }

  async #forgetIfIdle(accountId: string, now: string): Promise<void> {
    const { store } = this.#services
    this.#ready.delete(accountId)
    this.#lastClaimed.delete(accountId)
    const account = this.#due.get(accountId)
    if (!account || account.until >= now) return
    if ((await findFirstDue(store.backgroundRead, { accountId, projects: null })) !== null) return
    await forgetDue(store, account, now)
  }

  /**
   * One step in each round, so that sending continues during a long fan-out. Then a pause that is longer than the step,
   * so that most writes of others do not wait for one.
   */
  async #stepFanOut(accountId: string): Promise<void> {
    const startedMs = performance.now()
    if (this.#isClosing || !(await this.#fanOut.step(accountId))) return
    this.wake(accountId)
    await pause(Math.min((performance.now() - startedMs) * fanOutPauseShare, fanOutPauseMsMax))
  }

  async #storeAll(accountId: string): Promise<void> {
    while (this.#unsaved.has(accountId)) await this.#store(accountId, [])
  }

  /** If the transaction fails, its outcomes and releases are kept for the next round. */
  async #store(accountId: string, chosen: readonly string[]): Promise<readonly Claim[]> {
    const { store, clock, metrics } = this.#services
    const unsaved = this.#unsaved.remove(accountId, webhooksPerClaimMax)
    const { outcomes, toRelease } = unsaved
    try {
      const { claims, kinds } = await store.write(async (db) => {
        const now = clock().toISOString()
        const kinds = await this.#save(db, outcomes)
        for (const ids of idsInSlices(toRelease)) await releaseJobs(db, this.#owner, accountId, ids, now)
        const from = { accountId, webhookIds: chosen }
        const claimedMax = this.#claimedMaxOf(accountId)
        const capacity = (id: string, health: Pick<DueWebhook, 'failuresInRow'>) =>
          this.#capacityOf(id, health, claimedMax)
        return { kinds, claims: await claimJobs(db, this.#owner, now, from, capacity, this.#secrets) }
      })
      for (const outcome of kinds) metrics.deliveries.inc({ outcome })
      return claims
    } catch (error) {
      this.#unsaved.putBack(accountId, unsaved)
      throw error
    }
  }

  /** How many deliveries may be claimed for each webhook of an account. */
  #claimedMaxOf(accountId: string): number {
    return this.#circuits.isOpen(accountId) ? 1 : claimedMaxOf(this.#countBusy())
  }

  #capacityOf(webhookId: string, health: Pick<DueWebhook, 'failuresInRow'>, claimedMax: number): number {
    const { claimedCount = 0, failuresInRow = 0 } = this.#queues.get(webhookId) ?? {}
    return claimCapacity({ failuresInRow: Math.max(failuresInRow, health.failuresInRow) }, claimedCount, claimedMax)
  }

  /** Webhooks with claimed deliveries, or about to get some. */
  #countBusy(): number {
    const holding = [...this.#queues].filter(([, { claimedCount }]) => claimedCount > 0).map(([id]) => id)
    return new Set([...holding, ...[...this.#ready.values()].flat()]).size
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
    if (answer) this.#circuits.note(job.accountId, answer.error === null)
    const outcome = answer && { job, attempt: this.#attemptOf(answer, at, startedMs), chance: Math.random() }
    this.#unsaved.add(job.accountId, outcome ? { outcomes: [outcome] } : { toRelease: [job] })
    // If the circuit breaker is open, the store decides when and by which process the next attempt is made.
    const isOpen = queue.isCircuitOpen || (queue.failuresInRow > 0 && this.#circuits.isOpen(job.accountId))
    if (isOpen) this.#unsaved.add(job.accountId, { toRelease: queue.takeUnsent() })
    this.#sendNext(queue)
    if (!this.#isClosing)
      this.#flushTimer ??= setTimeout(() => this.wake(), queue.isBusy ? flushDelayBusyMs : flushDelayMs)
  }

  /** Undefined if a stop ended the request. */
  async #send(queue: EndpointQueue, job: Job, nowMs: number): Promise<Answer | undefined> {
    const { eventId, body } = job
    try {
      const { pool, path } = queue.connect()
      const signed = signedHeaders(queue.endpoint.secrets, eventId, nowMs, body)
      const send = (headers: Readonly<Record<string, string>>) =>
        this.#sender.send({ pool, path, headers, body, nowMs })
      const { tracer } = this.#services
      return await (tracer ? traceDelivery(tracer, job, (traced) => send({ ...signed, ...traced })) : send(signed))
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

  #renewIfDue(): void {
    if (performance.now() - this.#renewedAtMs < renewEveryMs) return
    this.#renewedAtMs = performance.now()
    for (const { accountId, claimedCount } of this.#queues.values()) {
      if (claimedCount > 0) this.#renewals.start(accountId)
    }
  }

  async #renew(accountId: string): Promise<void> {
    const jobs = [...this.#queues.values()].filter((queue) => queue.accountId === accountId).flatMap(({ jobs }) => jobs)
    if (jobs.length === 0) return
    const now = this.#services.clock().toISOString()
    await this.#services.store.write(async (db) => {
      for (const ids of idsInSlices(jobs)) {
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

  #logError(error: unknown, accountId?: string): void {
    this.#services.log.error({ err: error, accountId }, 'deliveries could not be claimed or stored')
  }
}

function idsInSlices(jobs: readonly Job[]): readonly (readonly string[])[] {
  return slicesOf(
    jobs.map(({ id }) => id),
    idsPerStatementMax,
  )
}

/** What the next round of an account stores. */
interface Unsaved {
  readonly outcomes: Outcome[]
  readonly toRelease: Job[]
}

interface Added {
  readonly outcomes?: readonly Outcome[]
  readonly toRelease?: readonly Job[]
}

/** The outcomes of attempts that are not stored yet, and claimed deliveries to release, by account. */
export class UnsavedOutcomes {
  readonly #byAccount = new Map<string, Unsaved>()

  get accountIds(): readonly string[] {
    return [...this.#byAccount.keys()]
  }

  has(accountId: string): boolean {
    return this.#byAccount.has(accountId)
  }

  add(accountId: string, { outcomes = [], toRelease = [] }: Added): void {
    const unsaved = this.#byAccount.get(accountId) ?? { outcomes: [], toRelease: [] }
    unsaved.outcomes.push(...outcomes)
    unsaved.toRelease.push(...toRelease)
    if (unsaved.outcomes.length + unsaved.toRelease.length > 0) this.#byAccount.set(accountId, unsaved)
  }

  /** Removes and returns those of an account, up to a number of failures: each takes several statements. */
  remove(accountId: string, failuresMax: number): Unsaved {
    const { outcomes, toRelease } = this.#byAccount.get(accountId) ?? { outcomes: [], toRelease: [] }
    this.#byAccount.delete(accountId)
    let failures = 0
    const end = outcomes.findIndex(({ attempt }) => attempt.error !== null && ++failures > failuresMax)
    if (end >= 0) this.add(accountId, { outcomes: outcomes.splice(end) })
    return { outcomes, toRelease }
  }

  /** Returns what could not be stored to its place before later outcomes. */
  putBack(accountId: string, unsaved: Unsaved): void {
    const later = this.remove(accountId, Number.POSITIVE_INFINITY)
    this.add(accountId, unsaved)
    this.add(accountId, later)
  }
}

/** When the first pending delivery of the caller's webhooks is due; null if there is none. One index lookup each. */
export async function findFirstDue(
  db: Db,
  { accountId, projects }: Pick<Caller, 'accountId' | 'projects'>,
): Promise<string | null> {
  const inProject = projects === null ? sql`` : sql`and ${inProjects('project_id', projects)}`
  const { rows } = await sql<{ due: string | null }>`
    select min(due) as due from (
      select (
        select min(due_at) from deliveries
        where account_id = ${accountId} and webhook_id = webhooks.id and due_at is not null) as due
      from webhooks where account_id = ${accountId} ${inProject}) as first`.execute(db)
  return rows[0]?.due ?? null
}

/** Accounts whose failures are remembered. A forgotten one starts again with a closed circuit. */
const accountsMax = 10_000

interface Circuit {
  readonly failuresInRow: number
  readonly restsUntilMs: number
}

const closed: Circuit = { failuresInRow: 0, restsUntilMs: 0 }

/**
 * A circuit for each account, as this process sees it. It opens when attempts to any of the account's webhooks fail one
 * after the other. Attempts to webhooks that failed last are then made a few at a time, with pauses, until one succeeds.
 * Otherwise a thousand dead webhooks, each with its own circuit, would use most of the process.
 */
export class AccountCircuits {
  readonly #firstRetryMs: number
  readonly #byAccount = new LRUCache<string, Circuit>(entriesMax(accountsMax))

  constructor(firstRetryMs: number) {
    this.#firstRetryMs = firstRetryMs
  }

  /** Counts the result of an attempt. */
  note(accountId: string, isSuccess: boolean): void {
    if (isSuccess) this.#byAccount.delete(accountId)
    else
      this.#byAccount.set(accountId, {
        ...this.#circuitOf(accountId),
        failuresInRow: this.#circuitOf(accountId).failuresInRow + 1,
      })
  }

  isOpen(accountId: string): boolean {
    return this.#circuitOf(accountId).failuresInRow >= accountCircuitFailuresMax
  }

  /** Begins a pause if the circuit is open. */
  rest(accountId: string): void {
    const { failuresInRow } = this.#circuitOf(accountId)
    const restsUntilMs = performance.now() + accountPauseMs(failuresInRow, this.#firstRetryMs)
    if (this.isOpen(accountId)) this.#byAccount.set(accountId, { failuresInRow, restsUntilMs })
  }

  isResting(accountId: string): boolean {
    return performance.now() < this.#circuitOf(accountId).restsUntilMs
  }

  #circuitOf(accountId: string): Circuit {
    return this.#byAccount.get(accountId) ?? closed
  }
}

/** Accounts that one poll looks at, each with a query. With more, they take turns. */
export const accountsPerPollMax = 50

/** Chooses the accounts that a poll looks at: first those that are known to have something new, then the next ones. */
export class DueAccounts {
  readonly #preferred = new Set<string>()
  #last = ''

  prefer(accountId: string): void {
    this.#preferred.add(accountId)
  }

  /** `due` is sorted. */
  next(due: readonly string[]): readonly string[] {
    const chosen = inTurn(due, this.#last, (accountId) => accountId).slice(0, accountsPerPollMax)
    this.#last = chosen.at(-1) ?? ''
    const preferred = [...this.#preferred]
    this.#preferred.clear()
    return [...new Set([...preferred, ...chosen])]
  }
}
