import type { Element } from '../../profile/schema.ts'
import type { Measured } from '../attributes.ts'
import { answerText, type Understanding, understand, type Wish } from '../constraints.ts'
import { withEqualSay } from '../judgements/equal-say.ts'
import { dimensionsWithStandIns } from '../judgements/missing-side.ts'
import type { NamedExamples } from '../judgements/training-examples.ts'
import type { PooledTaste } from '../prior/pooled.ts'
import { findQuestion, quickWishes } from '../questions/quick-answers.ts'

/** A picture as the models see it. */
export interface PictureFeatures {
  readonly embedding: Float32Array
  /** The built-in embedding, if `embedding` is from another embedder. */
  readonly builtinEmbedding?: Float32Array
  readonly attributes: Measured
}

export interface IdentifiedPicture extends PictureFeatures {
  /** SHA-256 of the picture's bytes: recognises a picture of which another thread sent a copy. */
  readonly contentHash: string
}

/** All input for fitting the model of one dimension, as plain data that can be sent to another thread. */
export interface FitInput<Picture extends PictureFeatures = PictureFeatures> {
  readonly dimension: string
  readonly pictures: readonly Picture[]
  /** Pictures are referred to by their index in `pictures`. */
  readonly labels: readonly {
    readonly picture: number
    readonly good: boolean
    readonly weight: number
    readonly elementId: string
    readonly name?: string
    /** The person who judged it; absent for the team's own judgement. */
    readonly by?: string
  }[]
  readonly comparisons: readonly {
    readonly a: number
    readonly b: number
    /** 1 if A is preferred, 0 if B is, 0.5 for a tie. */
    readonly outcome: number
    readonly weight: number
    readonly elementId: string
    readonly by?: string
  }[]
  readonly wishes: readonly Wish[]
  /** Frames of the library that stand in for labels of a missing side; none in most states. */
  readonly standIns?: readonly Picture[]
  /** What other profiles in the project have in common, if the owner's taste starts from it. */
  readonly pooledTaste?: PooledTaste | undefined
}

/** Each wish is evaluated for every frame. If there are more, those of the newest answers count. */
export const wishesPerModelMax = 1000

const noExamples: NamedExamples = { labels: [], comparisons: [], constraints: [] }

/**
 * The examples whose pictures could be read, with the same say for each person. Pictures with the same content count as
 * one, whatever their URLs.
 */
export function fitInputOf(
  dimension: string,
  examples: NamedExamples = noExamples,
  picturesByName: ReadonlyMap<string, IdentifiedPicture>,
  seed: string | null,
  pooledTaste?: PooledTaste,
  standIns: readonly IdentifiedPicture[] = [],
): FitInput<IdentifiedPicture> {
  const { labels, comparisons, constraints } = withEqualSay(readable(examples, picturesByName))
  const pictures: IdentifiedPicture[] = []
  const indexByHash = new Map<string, number>()
  const indexOf = (name: string): number | undefined => {
    const picture = picturesByName.get(name)
    if (!picture) return undefined
    const known = indexByHash.get(picture.contentHash)
    if (known !== undefined) return known
    indexByHash.set(picture.contentHash, pictures.length)
    pictures.push(withoutOthers(picture))
    return pictures.length - 1
  }
  return {
    dimension,
    labels: labels.flatMap(({ elementId, picture: address, good, weight, name, by }) => {
      const picture = indexOf(address)
      if (picture === undefined) return []
      return [
        { picture, good, weight, elementId, ...(name !== undefined && { name }), ...(by !== undefined && { by }) },
      ]
    }),
    comparisons: comparisons.flatMap(({ elementId, a, b, outcome, weight, by }) => {
      const [one, other] = [indexOf(a), indexOf(b)]
      return one === undefined || other === undefined || one === other
        ? []
        : [{ a: one, b: other, outcome, weight, elementId, ...(by !== undefined && { by }) }]
    }),
    pictures,
    wishes: wishesOf(dimension, seed, constraints),
    ...(standIns.length > 0 && dimensionsWithStandIns.includes(dimension) && { standIns: standIns.map(withoutOthers) }),
    ...(pooledTaste && dimension === 'aesthetics' && { pooledTaste }),
  }
}

function readable(
  { labels, comparisons, constraints }: NamedExamples,
  pictures: { has(name: string): boolean },
): NamedExamples {
  return {
    labels: labels.filter(({ picture }) => pictures.has(picture)),
    comparisons: comparisons.filter(({ a, b }) => pictures.has(a) && pictures.has(b)),
    constraints,
  }
}

/** The input for the model of one person, which is to start from the team's. */
export function personInputOf(
  dimension: string,
  examples: NamedExamples = noExamples,
  picturesByName: ReadonlyMap<string, IdentifiedPicture>,
  person: string,
): FitInput<IdentifiedPicture> {
  const isOwn = (judgement: { readonly by?: unknown } | Element) => judgement.by === person
  const { labels, comparisons, constraints } = readable(examples, picturesByName)
  const own = {
    labels: labels.filter(isOwn),
    comparisons: comparisons.filter(isOwn),
    constraints: constraints.filter(isOwn),
  }
  return fitInputOf(dimension, own, picturesByName, null)
}

/** Whether a model learns nothing from the input. */
export function isEmptyInput({ labels, comparisons, wishes }: FitInput): boolean {
  return labels.length + comparisons.length + wishes.length === 0
}

function withoutOthers({ contentHash, embedding, builtinEmbedding, attributes }: IdentifiedPicture): IdentifiedPicture {
  return { contentHash, embedding, ...(builtinEmbedding && { builtinEmbedding }), attributes }
}

/** What the seed and each answer were understood to say. */
export function understandingsOf(seed: string | null, constraints: readonly Element[]) {
  const answers = constraints.map((constraint) => ({ id: constraint.id, ...readAnswer(constraint) }))
  return seed === null || seed.trim() === '' ? answers : [{ id: 'seed', ...understand({ answer: seed }) }, ...answers]
}

/** The seed applies to `aesthetics`; an answer applies to its own dimension, scaled by its weight. */
function wishesOf(dimension: string, seed: string | null, constraints: readonly Element[]): readonly Wish[] {
  const fromSeed = dimension === 'aesthetics' && seed !== null ? understand({ answer: seed }).wishes : []
  const newestFirst: (readonly Wish[])[] = []
  let count = 0
  for (const constraint of constraints.toReversed()) {
    if (count >= wishesPerModelMax) break
    const weight = typeof constraint.weight === 'number' ? constraint.weight : 1
    const wishes = readAnswer(constraint).wishes.map((wish) => ({ ...wish, strength: wish.strength * weight }))
    const counting = wishes.filter(({ strength }) => strength > 0)
    newestFirst.push(counting)
    count += counting.length
  }
  const fromAnswers = newestFirst.reverse().flat()
  return [...fromSeed.filter(({ strength }) => strength > 0), ...fromAnswers].slice(-wishesPerModelMax)
}

/** A quick answer from the catalogue has predefined wishes. Any other answer is parsed. */
function readAnswer({ questionId, question, answer }: Element): Understanding {
  const catalogued = findQuestion(questionId)
  const wishes = catalogued && quickWishes(catalogued, answer)
  if (wishes) return { wishes, notUnderstood: [] }
  const text = typeof question === 'string' ? question : catalogued?.question
  return understand({ ...(text !== undefined && { question: text }), answer: answerText(answer) })
}
