import { byKind, type ElementLists } from '@palate/core/profile/schema.ts'
import { personOf } from '@palate/core/profile/subject/subject.ts'
import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import { findQuestion } from '@palate/core/taste/questions/quick-answers.ts'
import { answeredQuestions, judgedOf, withoutOwn } from '@palate/core/taste/suggest/judged.ts'
import type { Suggested, SuggestionKind } from '@palate/core/taste/suggest/suggest.ts'
import type { Suggestion } from '@palate/core/taste/suggestions-schema.ts'
import type { FeatureCache } from '../../pictures/features/feature-cache.ts'
import type { State } from '../../ports/states.ts'
import type { ThreadServices } from '../../services.ts'
import type { Asker, Models } from '../learning/models.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'
import { keepFeatures, suggestAmong } from './candidates.ts'
import type { ProjectFrame, ProjectFrames } from './project-frames.ts'

export interface SuggestionRequest {
  readonly model: LearnedModel
  readonly kinds: readonly SuggestionKind[]
  readonly limit: number
  /** Who is asked; undefined for a key that is nobody's. */
  readonly person: string | undefined
}

interface Parts {
  readonly models: Pick<Models, 'suggest'>
  readonly featureCache: Pick<FeatureCache, 'listStored'>
  /** Stores the latest frames and features. */
  readonly flush: () => Promise<void>
  readonly frames: ProjectFrames
}

/** Suggests what to judge next, on the learning thread, which keeps the features of the project's frames. */
export class Suggestions {
  readonly #parts: Parts
  readonly #repeatShare: number
  readonly #readingAhead = new Set<string>()

  constructor(services: ThreadServices, parts: Parts) {
    this.#parts = parts
    this.#repeatShare = services.config.repeatShare
  }

  async suggest(
    state: State,
    trainingSet: TrainingSet,
    { model, kinds, limit, person }: SuggestionRequest,
    asker: Asker,
  ): Promise<readonly Suggestion[]> {
    const { dimension } = model
    await this.#parts.flush()
    const elements = await state.elements()
    const own = byKind((kind) => elements[kind].filter((element) => personOf(element) === person))
    const ofOthers = byKind((kind) => elements[kind].filter((element) => personOf(element) !== person))
    const answered = answeredQuestions(own, dimension)
    const { examples, pictures } = trainingSet
    const repeatShare = this.#repeatShare
    const inputFor = async (frames: readonly ProjectFrame[]) => {
      const judgedIn = (lists: ElementLists) =>
        judgedOf(lists, dimension, frames, examplesOf(examples, dimension), pictures)
      const judged = judgedIn(own)
      const judgedByOthers = withoutOwn(judgedIn(ofOthers), judged)
      const suffix = person === undefined ? '' : ` ${person}`
      const seed = `${state.profileId} ${dimension} ${judged.labels.length + judged.pairs.length}${suffix}`
      const withoutAddress = frames.flatMap(({ url }, i) => (url === null ? [i] : []))
      return { ...{ seed, kinds, limit, model, judged, judgedByOthers }, withoutAddress, answered, repeatShare }
    }
    const choose = async () => suggestAmong(this.#parts, await this.#parts.frames.load(state), inputFor, asker)
    const first = await choose()
    // A frame of the library may have been deleted since the list was made.
    const { suggestions, frames, unread } = (await this.#parts.frames.areThere(state, framesIn(first)))
      ? first
      : await choose()
    this.#readAhead(state, unread)
    return suggestions.flatMap((one) => shown(one, frames))
  }

  /** For later requests, which look at other frames. In the background, one project at a time for each account. */
  #readAhead({ accountId }: State, unread: readonly string[]): void {
    if (unread.length === 0 || this.#readingAhead.has(accountId)) return
    this.#readingAhead.add(accountId)
    keepFeatures(this.#parts, unread, { accountId }, true)
      // A request that needs these features reads them, and reports the error if it persists.
      .catch(() => {})
      .finally(() => this.#readingAhead.delete(accountId))
  }
}

function framesIn({ suggestions, frames }: Awaited<ReturnType<typeof suggestAmong>>): readonly ProjectFrame[] {
  const indices = suggestions.flatMap((one) =>
    one.kind === 'label' ? [one.frame] : one.kind === 'comparison' ? [one.a, one.b] : [],
  )
  return [...new Set(indices)].map((index) => frames[index] as ProjectFrame)
}

/** Converts a suggestion to its API form. */
function shown(one: Suggested, frames: readonly ProjectFrame[]): readonly Suggestion[] {
  const { gain, reason } = one
  const frameAt = (index: number) => {
    const { id, url } = frames[index] as ProjectFrame
    return { id, url }
  }
  if (one.kind === 'label') return [{ kind: 'label', frame: frameAt(one.frame), gain, reason }]
  if (one.kind === 'comparison') {
    const { a, b, repeat } = one
    return [{ kind: 'comparison', frameA: frameAt(a), frameB: frameAt(b), gain, reason, ...(repeat && { repeat }) }]
  }
  const catalogued = findQuestion(one.id)
  if (!catalogued) return []
  const { id, category, question } = catalogued
  const answers = catalogued.answers.map(({ answer }) => answer)
  return [{ kind: 'question', id, category, question, answers, gain, reason }]
}
