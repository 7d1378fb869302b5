import { evaluateAlert, isPoorBatch } from '@palate/core/webhooks/alerts.ts'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import type { NoteScore, RecordBatchEnd, RecordEvents } from '../ports.ts'
import type { Services } from '../services.ts'
import { deletePoorBatch, findProfilesWithRules, insertPoorBatch, lockRules, updateRuleState } from './alert-store.ts'

const lookEveryMs = 250
/** A flood of scores is looked at in part: alerts must not cost more memory than scoring itself. */
export const scoresBufferedMax = 50_000

type Of = Parameters<NoteScore>[0]

interface Note {
  readonly of: Of
  readonly score: Parameters<NoteScore>[1]
  readonly at: string
}

/**
 * Shows scores to the alert rules. Scoring only drops each score into a list; a few times a second the list is looked
 * at, with one question to the store: whether any of those profiles has rules. A crash can lose the last of the list.
 */
export class AlertEvaluator {
  readonly #services: Services
  readonly #record: RecordEvents
  #notes: Note[] = []
  #looking: Promise<void> = Promise.resolve()
  readonly #timer: NodeJS.Timeout

  constructor(services: Services, record: RecordEvents) {
    this.#services = services
    this.#record = record
    this.#timer = setInterval(() => void this.look(), lookEveryMs).unref()
  }

  note: NoteScore = (of, score) => {
    if (this.#notes.length < scoresBufferedMax)
      this.#notes.push({ of, score, at: this.#services.clock().toISOString() })
  }

  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look())
    return this.#looking
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.look()
  }

  async #look(): Promise<void> {
    const notes = this.#notes
    if (notes.length === 0) return
    this.#notes = []
    for (const [accountId, some] of Map.groupBy(notes, ({ of }) => of.accountId)) {
      await this.#orKeep(some, () => this.#lookAt(accountId, some))
    }
  }

  async #lookAt(accountId: string, notes: readonly Note[]): Promise<void> {
    const byProfile = Map.groupBy(notes, ({ of }) => of.profileId)
    const watched = await findProfilesWithRules(this.#services.store.read, accountId, [...byProfile.keys()])
    for (const [profileId, some] of byProfile) {
      const [first] = some
      if (first && watched.has(profileId)) await this.#orKeep(some, () => this.#show(first.of, some))
    }
  }

  /** One profile's trouble is no other's. Scores that the store could not take now are shown at the next look. */
  async #orKeep(notes: readonly Note[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const { store, log } = this.#services
      log.error({ err: error }, 'scores could not be shown to the alert rules')
      if (store.isUnavailable(error)) this.#notes = [...notes, ...this.#notes].slice(0, scoresBufferedMax)
    }
  }

  #show({ accountId, projectId, profileId }: Of, notes: readonly Note[]): Promise<void> {
    return this.#services.store.write(async (db) => {
      const events: NewEvent[] = []
      for (const { alert, watch, createdAt } of await lockRules(db, accountId, profileId)) {
        const scores = notes.flatMap(({ score, at }) => numberIn(score[alert.dimension], at >= createdAt))
        const { state: after, firedAt } = evaluateAlert(alert, watch, scores)
        await updateRuleState(db, accountId, alert.id, after)
        const { id: alertId, dimension, below, over } = alert
        const facts = { kind: 'scores' as const, alertId, profileId, dimension, below, over }
        for (const mean of firedAt) {
          events.push({ type: 'quality.alert', projectId, profileId, data: { ...facts, mean } })
        }
      }
      await this.#record(db, accountId, events, this.#services.clock().toISOString())
    })
  }
}

/** A frame that could not be scored, or was scored along other dimensions, or before there was the rule, says nothing. */
function numberIn(score: unknown, isInTime: boolean): readonly number[] {
  return typeof score === 'number' && isInTime ? [score] : []
}

/** Told of the end of each batch; a poor one is worth an alert unless the one before it was poor already. */
export function createRecordBatchEnd(record: RecordEvents): RecordBatchEnd {
  return async (db, { accountId, projectId }, batch, now) => {
    const { profile_id: profileId, batch_id: batchId, counts, status } = batch
    const { metadata: _, ...data } = batch
    const type = endTypes[status]
    if (type) await record(db, accountId, [{ type, projectId, profileId, data }], now)
    const { total, failed } = counts
    if (status !== 'completed') return
    if (!isPoorBatch({ total, failed })) return deletePoorBatch(db, accountId, profileId)
    if (!(await insertPoorBatch(db, accountId, profileId, batchId))) return
    const alert = { kind: 'batch' as const, profileId, batchId, failed, total }
    await record(db, accountId, [{ type: 'quality.alert', projectId, profileId, data: alert }], now)
  }
}

const endTypes = {
  completed: 'score.batch_completed',
  failed: 'score.batch_failed',
  canceled: 'score.batch_canceled',
  in_progress: undefined,
  canceling: undefined,
} as const
