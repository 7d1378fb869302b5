import type { Palate, Profile } from '@palate/client'
import { earlierChanges } from '@palate/client/restore-judgements.ts'
import { describeUnderstanding } from '@palate/core/taste/summary/describe-understanding.ts'
import type { Action, Journal } from '../../../journal.ts'
import { Gone, undoAction } from '../../undo/undo-action.ts'
import { type Stored, storedJudgements } from '../changed-judgements.ts'
import { type Elements, type Judgement, keyOf, withoutIds } from '../judgement.ts'
import type { Job } from './unsent-file.ts'

type Budget = Profile['profileData']['budget']

/** The queue retries, visibly to the user. */
const once = { retries: 0 }

interface Added {
  readonly key: string
  readonly action: Action
  readonly stored: readonly Stored[]
}

/**
 * Adds judgements to a profile and takes them back. They are sent without ids, so that each replaces an earlier
 * judgement about the same thing. Tracks the budget and what was stored.
 */
export class Sender {
  readonly #palate: Palate
  readonly #journal: Journal
  readonly #profile: Pick<Profile, 'id' | 'projectId'>
  #budget: Budget
  #added: readonly Added[] = []
  /** How answers were understood, by the key of the judgement. */
  readonly #describeUnderstanding = new Map<string, string>()

  constructor(palate: Palate, profile: Profile, journal: Journal) {
    this.#palate = palate
    this.#profile = profile
    this.#budget = profile.profileData.budget
    this.#journal = journal
  }

  get budget(): Budget {
    return this.#budget
  }

  /** What was stored and not taken back, each element once, with what it replaced at first. */
  get stored(): readonly Stored[] {
    const byId = new Map<string, Stored>()
    for (const one of this.#added.flatMap(({ stored }) => stored)) {
      const name = `${one.list} ${one.id}`
      const first = byId.get(name)
      byId.set(name, first ? { ...one, before: first.before } : one)
    }
    return [...byId.values()]
  }

  /** How an answer was understood; empty until it is sent. */
  describeUnderstanding(judgement: Judgement): string {
    return this.#describeUnderstanding.get(keyOf(judgement)) ?? ''
  }

  send({ kind, judgement }: Job): Promise<void> {
    return kind === 'add' ? this.#add(judgement) : this.#takeBack(judgement)
  }

  async #add(judgement: Judgement): Promise<void> {
    const elements = withoutIds(await this.#withFile(judgement))
    const answer = await this.#palate.annotations.add(this.#profile.id, elements, once)
    this.#budget = answer.budget
    this.#describeUnderstanding.set(keyOf(judgement), (answer.understood ?? []).map(describeUnderstanding).join(' '))
    // A judgement that changed nothing cannot be undone.
    if (answer.changes.length === 0) return
    const added = {
      key: keyOf(judgement),
      action: { kind: 'judge', elements: earlierChanges(answer) },
      stored: storedJudgements(answer).filter(({ isChange }) => isChange),
    } as const
    this.#added = [...this.#added, added]
    this.#journal.record(judgement.words, added.action, added.key)
  }

  /** An earlier program may have added it: then only the journal knows what was stored. */
  async #takeBack(judgement: Judgement): Promise<void> {
    const key = keyOf(judgement)
    const added = [...this.#journal.entries, ...this.#added].findLast((one) => one.key === key)
    if (!added) return
    await undoAction(this.#palate, this.#profile.id, added.action).catch((error) => {
      // Already taken back by an attempt whose response was lost, or by someone else.
      if (!(error instanceof Gone)) throw error
    })
    const { profileData } = await this.#palate.profiles.get(this.#profile.id, { snapshots: 'omit' }, once)
    this.#budget = profileData.budget
    this.#added = this.#added.filter((one) => one.key !== key)
    this.#journal.remove(added)
  }

  async #withFile({ file, elements }: Judgement): Promise<Elements> {
    if (file === undefined) return elements
    const { id, url } = await this.#palate.frames.upload(file, { projectId: this.#profile.projectId, ...once })
    return { exemplars: (elements.exemplars ?? []).map((one) => ({ ...one, url, frameId: id })) }
  }
}
