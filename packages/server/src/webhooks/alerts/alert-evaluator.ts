import { evaluateAlert } from '@palate/core/webhooks/alerts.ts'
import type { NewEvent } from '@palate/core/webhooks/events.ts'
import type { NoteScore, RecordEvents } from '../../ports/webhooks.ts'
import type { Services } from '../../services.ts'
import { backgroundWorkFor } from '../../work/current-work.ts'
import { findProfilesWithRules, lockRules, updateRuleState } from './alert-store.ts'

const evaluateEveryMs = 250
/** Buffered scores, one per frame and dimension. More are dropped: alerts must not need more memory than scoring. */
export const scoresBufferedMax = 100_000

type Of = Parameters<NoteScore>[0]

interface BufferedScore {
  readonly profile: Of
  /** By dimension. Excludes explanations, which can be large. */
  readonly score: Readonly<Record<string, number>>
  readonly at: string
}

/**
 * Evaluates the alert rules in the background: scoring only appends to a buffer. Four times a second the evaluator
 * finds the buffered profiles that have rules, and applies them. A crash can lose the buffer.
 */
export class AlertEvaluator {
  readonly #services: Services
  readonly #record: RecordEvents
  #buffer: BufferedScore[] = []
  #numbersBuffered = 0
  #evaluating: Promise<void> = Promise.resolve()
  readonly #timer: NodeJS.Timeout

  constructor(services: Services, record: RecordEvents) {
    this.#services = services
    this.#record = record
    this.#timer = setInterval(() => void this.evaluate(), evaluateEveryMs).unref()
  }

  note: NoteScore = (profile, score) => {
    const numbers = Object.entries(score).filter((one): one is [string, number] => typeof one[1] === 'number')
    if (this.#numbersBuffered + numbers.length > scoresBufferedMax) return
    this.#numbersBuffered += numbers.length
    this.#buffer.push({ profile, score: Object.fromEntries(numbers), at: this.#services.clock().toISOString() })
  }

  evaluate(): Promise<void> {
    this.#evaluating = this.#evaluating.then(() => this.#evaluate())
    return this.#evaluating
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.evaluate()
  }

  async #evaluate(): Promise<void> {
    const scores = this.#buffer
    if (scores.length === 0) return
    this.#buffer = []
    this.#numbersBuffered = 0
    for (const [accountId, ofAccount] of Map.groupBy(scores, ({ profile }) => profile.accountId)) {
      await backgroundWorkFor(accountId, () =>
        this.#orBufferAgain(ofAccount, () => this.#evaluateAccount(accountId, ofAccount)),
      )
    }
  }

  async #evaluateAccount(accountId: string, scores: readonly BufferedScore[]): Promise<void> {
    const byProfile = Map.groupBy(scores, ({ profile }) => profile.profileId)
    const withRules = await findProfilesWithRules(this.#services.store.read, accountId, [...byProfile.keys()])
    for (const [profileId, ofProfile] of byProfile) {
      const [first] = ofProfile
      if (first && withRules.has(profileId))
        await this.#orBufferAgain(ofProfile, () => this.#evaluateProfile(first.profile, ofProfile))
    }
  }

  /** An error in one profile does not affect others. Scores return to the buffer if the store is unavailable. */
  async #orBufferAgain(scores: readonly BufferedScore[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const { store, log } = this.#services
      log.error({ err: error }, 'alert rules could not be evaluated')
      if (store.unavailability(error)) this.#bufferAgain(scores)
    }
  }

  #bufferAgain(scores: readonly BufferedScore[]): void {
    const all = [...scores, ...this.#buffer]
    let numbers = 0
    this.#buffer = all.filter(({ score }) => {
      numbers += Object.keys(score).length
      return numbers <= scoresBufferedMax
    })
    this.#numbersBuffered = Math.min(numbers, scoresBufferedMax)
  }

  #evaluateProfile({ accountId, projectId, profileId }: Of, buffered: readonly BufferedScore[]): Promise<void> {
    return this.#services.store.write(async (db) => {
      const events: NewEvent[] = []
      for (const { alert, watch, createdAt } of await lockRules(db, accountId, profileId)) {
        const scores = buffered.flatMap(({ score, at }) => numberIn(score[alert.dimension], at >= createdAt))
        const { state: after, firedAt } = evaluateAlert(alert, watch, scores)
        await updateRuleState(db, accountId, alert.id, after)
        const { id: alertId, dimension, below, over } = alert
        const facts = { kind: 'scores' as const, alertId, profileId, dimension, below, over }
        for (const mean of firedAt) {
          events.push({ type: 'quality.alert', projectId, profileId, data: { ...facts, mean } })
        }
      }
      await this.#record(db, { accountId }, events, this.#services.clock().toISOString())
    })
  }
}

/** Skips frames without a score in the rule's dimension, and scores from before the rule was created. */
function numberIn(score: number | undefined, isInTime: boolean): readonly number[] {
  return score !== undefined && isInTime ? [score] : []
}
