import { slicesOf } from '@palate/core/generic/slices.ts'
import { examplesOf } from '@palate/core/taste/judgements/likeness-examples.ts'
import { judgesIn } from '@palate/core/taste/people/judges.ts'
import { splitOf } from '@palate/core/taste/people/split.ts'
import { asScore } from '@palate/core/taste/score.ts'
import { LRUCache } from 'lru-cache'
import type { FeatureCache } from '../../pictures/features/feature-cache.ts'
import { ScoringUnavailable } from '../../pictures/picture-faults.ts'
import type { ProjectKey } from '../../ports/projects.ts'
import { fitInputsOf } from '../learning/fit-inputs.ts'
import { type Asker, type Models, peopleLearnedMax } from '../learning/models.ts'
import { attemptsMax, keepFeatures } from '../suggestions/candidates.ts'
import type { ProjectFrame, ProjectFrames } from '../suggestions/project-frames.ts'
import type { TrainingSet } from '../training-sets/training-set.ts'

/** Each is scored by the taste of each person. */
export const splitFramesMax = 500
/** Frames that the learning thread scores before other requests get a turn. */
const framesPerStepMax = 250
/** Lists that are remembered, so that the next page is of the same list. */
const listsKeptMax = 20

export interface LikelySplit {
  readonly frame: ProjectFrame
  readonly split: number
  readonly scores: readonly { readonly by: string; readonly score: number }[]
}

interface Parts {
  readonly models: Pick<Models, 'personModel' | 'suggest'>
  readonly featureCache: Pick<FeatureCache, 'listStored'>
  readonly flush: () => Promise<void>
  readonly frames: ProjectFrames
}

/** Frames of a project by how probably people would judge them differently, the likeliest first. */
export class LikelySplits {
  readonly #parts: Parts
  readonly #known = new LRUCache<
    string,
    { readonly among: readonly ProjectFrame[]; readonly list: readonly LikelySplit[] }
  >({ max: listsKeptMax })

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(
    project: ProjectKey,
    trainingSet: TrainingSet,
    dimension: string,
    asker: Asker,
  ): Promise<readonly LikelySplit[]> {
    await this.#parts.flush()
    const among = await this.#parts.frames.load(project)
    const key = JSON.stringify([project.accountId, trainingSet.fingerprint, dimension])
    const known = this.#known.get(key)
    if (known?.among === among) return known.list
    const list = await this.#make(newestOf(among), trainingSet, dimension, asker)
    this.#known.set(key, { among, list })
    return list
  }

  async #make(
    frames: readonly ProjectFrame[],
    trainingSet: TrainingSet,
    dimension: string,
    asker: Asker,
  ): Promise<readonly LikelySplit[]> {
    const inputs = fitInputsOf(trainingSet)
    const judges = judgesIn(examplesOf(trainingSet.examples, dimension), trainingSet.pictures)
    if (judges.length < 2 || frames.length === 0) return []
    const people = judges.slice(0, peopleLearnedMax).map(({ id }) => id)
    const scoresByPerson = new Map<string, ReadonlyMap<string, number>>()
    for (const person of people) {
      const model = await this.#parts.models.personModel(inputs, dimension, person, asker)
      scoresByPerson.set(person, await this.#scoresBy(model, frames, asker))
    }
    const splits = frames.flatMap((frame) => {
      const scores = people.flatMap((by) => {
        const score = scoresByPerson.get(by)?.get(frame.contentHash)
        return score === undefined ? [] : [{ by, score }]
      })
      if (scores.length < people.length) return []
      const split = asScore(splitOf(scores.map(({ score }) => score)))
      return [{ frame, split, scores: scores.map(({ by, score }) => ({ by, score: asScore(score) })) }]
    })
    return splits.sort(
      (one, other) => other.split - one.split || (one.frame.contentHash < other.frame.contentHash ? -1 : 1),
    )
  }

  /** By content hash. Frames without features, because they were scored with another embedder, are left out. */
  async #scoresBy(
    model: Awaited<ReturnType<Models['personModel']>>,
    frames: readonly ProjectFrame[],
    asker: Asker,
  ): Promise<ReadonlyMap<string, number>> {
    const scores = new Map<string, number>()
    for (const slice of slicesOf(frames, framesPerStepMax)) {
      for (const [contentHash, score] of await this.#scoreSlice(
        model,
        slice.map((frame) => frame.contentHash),
        asker,
      )) {
        scores.set(contentHash, score)
      }
    }
    return scores
  }

  async #scoreSlice(
    model: Awaited<ReturnType<Models['personModel']>>,
    hashes: readonly string[],
    asker: Asker,
  ): Promise<readonly (readonly [string, number])[]> {
    let usable = hashes
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const job = { kind: 'score', accountId: asker.accountId, frames: usable, model } as const
      const result = await this.#parts.models.suggest(job, asker)
      if ('scores' in result) return usable.map((hash, i) => [hash, result.scores[i] as number] as const)
      if (!('missing' in result)) break
      const unknown = new Set(await keepFeatures(this.#parts, result.missing, asker, false))
      usable = usable.filter((hash) => !unknown.has(hash))
    }
    throw new ScoringUnavailable('the features of the frames did not stay in memory')
  }
}

/** The newest frames of the library and the latest scored ones, in turn. */
function newestOf(frames: readonly ProjectFrame[]): readonly ProjectFrame[] {
  const kept = frames.filter(({ isInLibrary }) => isInLibrary)
  const scored = frames.filter(({ isInLibrary }) => !isInLibrary)
  const inTurn = Array.from({ length: Math.max(kept.length, scored.length) }, (_, i) => [kept[i], scored[i]]).flat()
  return inTurn.filter((frame) => frame !== undefined).slice(0, splitFramesMax)
}
