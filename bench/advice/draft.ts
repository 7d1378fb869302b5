import {
  type ChangedCopy,
  type Judge,
  type ReadCopies,
  suggestedChanges,
  tryChanges,
} from '@palate/core/taste/advice/advice.ts'
import { withChange } from '@palate/core/taste/advice/changes.ts'
import { measureAttributes } from '@palate/core/taste/attributes.ts'
import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { familiarityOf, surroundingsOf } from '@palate/core/taste/novelty/novelty.ts'
import { rewardOf } from '@palate/core/taste/reward/reward.ts'
import { judgedPicturesIn } from '@palate/core/taste/tendencies/judged-pictures.ts'
import { tendenciesOf } from '@palate/core/taste/tendencies/tendencies.ts'
import { heldOutLabelsOf } from '@palate/core/taste/validation/held-out-labels.ts'
import { departuresOf } from '@palate/core/taste/verdict/departures.ts'
import { thresholdOf } from '@palate/core/taste/verdict/threshold.ts'
import {
  type DecodedPicture,
  decodePicture,
  forAttributes,
  forEmbedder,
} from '@palate/server/pictures/decoding/decode.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { openBuiltinLikeness } from '@palate/server/taste/learning/builtin-likeness.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'

export const embedder = await openEmbedder({ kind: 'builtin' })
const learner = createLearner(openBuiltinPrior({ kind: 'builtin' }), openBuiltinLikeness({ kind: 'builtin' }))

/** A picture that somebody works on. */
export interface Draft {
  readonly picture: DecodedPicture
  readonly features: PictureFeatures
}

export async function readDraft(bytes: Uint8Array): Promise<Draft> {
  return draftOf(await decodePicture(bytes, embedder.picture))
}

export async function draftOf(picture: DecodedPicture): Promise<Draft> {
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(picture, embedder.picture)])
  return { picture, features: { embedding, attributes: measureAttributes(forAttributes(picture)) } }
}

/** Somebody's taste after the labels, as the service applies it. */
export function teach(good: readonly Draft[], bad: readonly Draft[]) {
  const labelled = [...good.map((draft) => ({ draft, good: true })), ...bad.map((draft) => ({ draft, good: false }))]
  const input: FitInput = {
    dimension: 'aesthetics',
    wishes: [],
    pictures: labelled.map(({ draft }) => draft.features),
    labels: labelled.map(({ good }, picture) => ({ picture, good, weight: 1, elementId: `e${picture}` })),
    comparisons: [],
  }
  const model = learner.learn(input)
  const { list: tendencies } = tendenciesOf(judgedPicturesIn(input))
  const familiarity = familiarityOf(learner.judgementsOf(input).frames)
  const scoreOf = ({ features }: Draft) => learner.predict(model, features)
  return {
    scoreOf,
    /** As `POST /v1/reward`. */
    rewardOf({ features }: Draft): number {
      const { probability, variance } = learner.predictionOf(model, features)
      const { strangeness } = surroundingsOf(familiarity, [], model.taste.frames, learner.frameOf(model, features))
      return rewardOf({ probability, deviation: Math.sqrt(variance), strangeness })
    },
    limits: thresholdOf(heldOutLabelsOf(learner, input)),
    /** The changes that a verdict suggests. */
    async changesFor({ picture, features }: Draft) {
      const { details } = learner.explain(model, features)
      const departures = departuresOf([], details.prior.constraints, tendencies, features.attributes).slice(0, 5)
      const judge: Judge = { departures, gainsOf: (copies) => learner.gainsOf(model, features, featuresOf(copies)) }
      const read: ReadCopies = async (changes, max) => {
        const copies: ChangedCopy[] = []
        for (const change of changes) {
          const decoded = copies.length < max ? withChange(picture.decoded, change) : undefined
          if (decoded) copies.push({ ...change, features: (await draftOf({ ...picture, decoded })).features })
        }
        return copies
      }
      const [tried = []] = await tryChanges([judge], read)
      return suggestedChanges(tried, departures)
    },
  }
}

/** A picture as the taste model of somebody who has judged nothing sees it. */
export function frameOf({ features }: Draft) {
  return learner.frameOf({ dimension: 'aesthetics', wishes: [] }, features)
}

function featuresOf(copies: readonly ChangedCopy[]): readonly PictureFeatures[] {
  return copies.map((copy) => copy.features)
}
