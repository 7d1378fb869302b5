import type { Element } from '../profile/schema.ts'
import type { Measured } from './attributes.ts'
import { answerText, type Understanding, understand, type Wish } from './constraints.ts'
import type { NamedLessons } from './teaching.ts'

/** A picture as the models see it. */
export interface Sight {
  readonly embedding: Float32Array
  readonly attributes: Measured
}

/** Everything that one dimension's model is learned from, as plain data that can cross to another thread. */
export interface Training {
  readonly dimension: string
  readonly sights: readonly Sight[]
  readonly labels: readonly {
    readonly sight: number
    readonly good: boolean
    readonly weight: number
    readonly elementId: string
  }[]
  readonly comparisons: readonly {
    readonly a: number
    readonly b: number
    readonly share: number
    readonly weight: number
    readonly elementId: string
  }[]
  readonly wishes: readonly Wish[]
}

const nothing: NamedLessons = { labels: [], comparisons: [], constraints: [] }

/** The lessons whose pictures could be read; equal pictures are one, whatever their addresses. */
export function trainingOf(
  dimension: string,
  { labels, comparisons, constraints }: NamedLessons = nothing,
  pictures: ReadonlyMap<string, Sight & { readonly contentHash: string }>,
  seed: string | null,
): Training {
  const sights: Sight[] = []
  const places = new Map<string, number>()
  const place = (name: string): number | undefined => {
    const picture = pictures.get(name)
    if (!picture) return undefined
    const known = places.get(picture.contentHash)
    if (known !== undefined) return known
    places.set(picture.contentHash, sights.length)
    sights.push({ embedding: picture.embedding, attributes: picture.attributes })
    return sights.length - 1
  }
  return {
    dimension,
    labels: labels.flatMap(({ elementId, picture, good, weight }) => {
      const sight = place(picture)
      return sight === undefined ? [] : [{ sight, good, weight, elementId }]
    }),
    comparisons: comparisons.flatMap(({ elementId, a, b, share, weight }) => {
      const [one, other] = [place(a), place(b)]
      return one === undefined || other === undefined || one === other
        ? []
        : [{ a: one, b: other, share, weight, elementId }]
    }),
    sights,
    wishes: wishesOf(dimension, seed, constraints),
  }
}

/** What the seed and each answer was understood to say. */
export function understandingsOf(seed: string | null, constraints: readonly Element[]) {
  const answers = constraints.map((constraint) => ({ id: constraint.id, ...readAnswer(constraint) }))
  return seed === null || seed.trim() === '' ? answers : [{ id: 'seed', ...understand({ answer: seed }) }, ...answers]
}

/** The seed speaks of how things look; an answer speaks of its own dimension, and as loudly as its weight says. */
function wishesOf(dimension: string, seed: string | null, constraints: readonly Element[]): readonly Wish[] {
  const fromSeed = dimension === 'aesthetics' && seed !== null ? understand({ answer: seed }).wishes : []
  const fromAnswers = constraints.flatMap((constraint) => {
    const weight = typeof constraint.weight === 'number' ? constraint.weight : 1
    return readAnswer(constraint).wishes.map((wish) => ({ ...wish, strength: wish.strength * weight }))
  })
  return [...fromSeed, ...fromAnswers].filter(({ strength }) => strength > 0)
}

function readAnswer({ question, answer }: Element): Understanding {
  return understand({ ...(typeof question === 'string' && { question }), answer: answerText(answer) })
}
