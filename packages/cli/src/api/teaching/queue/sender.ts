import { isPalateError, type Palate, type Profile } from '@palate/client'
import type { Journal } from '../../../journal.ts'
import { actionOf, type Elements, elementsOf, type Judgement } from '../judgement.ts'
import type { Job } from './unsent-file.ts'

type Budget = Profile['profileData']['budget']
type Annotations = Parameters<Palate['annotations']['add']>[1]

/** The queue retries, visibly to the user. */
const once = { retries: 0 }

/** Adds judgements to a profile and removes them again. Tracks the budget and what was added. */
export class Sender {
  readonly #palate: Palate
  readonly #profile: Pick<Profile, 'id' | 'projectId'>
  readonly #journal: Journal
  budget: Budget
  /** The judgements that were added and not removed again. */
  added: readonly Judgement[] = []

  constructor(palate: Palate, { id, projectId, profileData }: Profile, journal: Journal) {
    this.#palate = palate
    this.#profile = { id, projectId }
    this.#journal = journal
    this.budget = profileData.budget
  }

  send({ kind, judgement }: Job): Promise<void> {
    return kind === 'add' ? this.#add(judgement) : this.#takeBack(judgement)
  }

  async #add(judgement: Judgement): Promise<void> {
    const elements = await this.#withFile(judgement)
    const answer = await this.#palate.annotations.add(this.#profile.id, elements as Annotations, once)
    this.budget = answer.budget
    this.added = [...this.added, { ...judgement, elements }]
    this.#journal.record(judgement.words, actionOf(judgement))
  }

  async #takeBack(judgement: Judgement): Promise<void> {
    for (const { id } of elementsOf(judgement)) await this.#remove(id)
    const wanted = JSON.stringify(actionOf(judgement))
    this.added = this.added.filter((one) => JSON.stringify(actionOf(one)) !== wanted)
    this.#journal.remove({ action: actionOf(judgement) })
  }

  async #remove(elementId: string): Promise<void> {
    try {
      this.budget = (await this.#palate.annotations.remove(this.#profile.id, elementId, once)).budget
    } catch (error) {
      // Already removed by an attempt whose response was lost.
      if (!isPalateError(error, 'annotation_not_found')) throw error
    }
  }

  async #withFile({ file, elements }: Judgement): Promise<Elements> {
    if (file === undefined) return elements
    const { id, url } = await this.#palate.frames.upload(file, { projectId: this.#profile.projectId, ...once })
    return { exemplars: (elements.exemplars ?? []).map((one) => ({ ...one, url, frameId: id })) }
  }
}
