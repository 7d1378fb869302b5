import type { Element, ElementLists } from '../profile/schema.ts'
import { frameIdOf } from './bradley-terry.ts'

/** Where a picture is to be had: an address, or a frame that must be known from elsewhere. */
export type PictureSource = { readonly url: string } | { readonly frameId: string }

export interface LabelLesson {
  readonly elementId: string
  readonly picture: PictureSource
  readonly good: boolean
  readonly weight: number
}

export interface ComparisonLesson {
  readonly elementId: string
  readonly a: PictureSource
  readonly b: PictureSource
  /** A's share of the preference: 1, 0 or, for a tie, a half. */
  readonly share: number
  readonly weight: number
}

/** An element that teaches nothing, and why. */
export interface Unusable {
  readonly kind: 'constraints' | 'exemplars' | 'comparisons'
  readonly id: string
  readonly code: string
  readonly message: string
  readonly retryable: boolean
}

/** What a state has to say about one dimension. */
export interface Lessons {
  readonly labels: readonly LabelLesson[]
  readonly comparisons: readonly ComparisonLesson[]
  readonly constraints: readonly Element[]
}

/** What a state can teach, dimension by dimension, and which of its elements can teach nothing. */
export function lessonsOf(state: ElementLists): {
  readonly byDimension: ReadonlyMap<string, Lessons>
  readonly unusable: readonly Unusable[]
} {
  const labels = state.exemplars.map(readLabel)
  const byName = exemplarsByName(state.exemplars)
  const comparisons = state.comparisons.map((comparison) => readComparison(comparison, byName))
  const constraints = state.constraints.map(readConstraint)
  const dimensions = new Set([...labels, ...comparisons, ...constraints].map(({ dimension }) => dimension))
  const byDimension = [...dimensions].map((dimension) => {
    const of = <Lesson>(read: readonly Read<Lesson>[]) =>
      read.flatMap((one) => (one.dimension === dimension && one.lesson !== undefined ? [one.lesson] : []))
    const lessons: Lessons = { labels: of(labels), comparisons: of(comparisons), constraints: of(constraints) }
    return [dimension, lessons] as const
  })
  const unusable = [...labels, ...comparisons, ...constraints].flatMap((read) => read.unusable ?? [])
  return { byDimension: new Map(byDimension), unusable }
}

/** The dimension that an element teaches. */
export function dimensionOf(element: Element): string {
  return typeof element.dimension === 'string' ? element.dimension : 'aesthetics'
}

/** One name for equal sources. */
export function sourceKey(source: PictureSource): string {
  return 'url' in source ? `url:${source.url}` : `frame:${source.frameId}`
}

interface Read<Lesson> {
  readonly dimension: string
  readonly lesson?: Lesson
  readonly unusable?: Unusable
}

function readLabel(exemplar: Element): Read<LabelLesson> {
  const dimension = dimensionOf(exemplar)
  const picture = pictureOf(exemplar)
  const { label } = exemplar
  if (label !== 'good' && label !== 'bad')
    return refuse(dimension, 'exemplars', exemplar, 'no_label', 'the exemplar is labelled neither good nor bad')
  if (!picture) return refuse(dimension, 'exemplars', exemplar, 'no_image', 'the exemplar has no picture')
  return { dimension, lesson: { elementId: exemplar.id, picture, good: label === 'good', weight: weightOf(exemplar) } }
}

function readComparison(comparison: Element, exemplars: ByName): Read<ComparisonLesson> {
  const dimension = dimensionOf(comparison)
  const { frameA, frameB, winner } = comparison
  const [idA, idB] = [frameIdOf(frameA), frameIdOf(frameB)]
  if (idA === undefined || idB === undefined)
    return refuse(dimension, 'comparisons', comparison, 'no_frames', 'the comparison does not name two frames')
  if (idA === idB)
    return refuse(dimension, 'comparisons', comparison, 'same_frame', 'the comparison is of a frame with itself')
  const share = winner === 'tie' ? 0.5 : winner === idA ? 1 : winner === idB ? 0 : undefined
  if (share === undefined)
    return refuse(dimension, 'comparisons', comparison, 'no_winner', 'the winner is neither of the frames nor a tie')
  const lesson = {
    elementId: comparison.id,
    a: frameSource(frameA, idA, exemplars),
    b: frameSource(frameB, idB, exemplars),
    share,
    weight: weightOf(comparison),
  }
  return { dimension, lesson }
}

function readConstraint(constraint: Element): Read<Element> {
  const dimension = dimensionOf(constraint)
  const { answer } = constraint
  if (answer === undefined || answer === null || answer === '')
    return refuse(dimension, 'constraints', constraint, 'no_answer', 'the question has no answer')
  return { dimension, lesson: constraint }
}

/** A frame by its own address, by an exemplar of that name, or by its bare id, which others must know. */
function frameSource(frame: unknown, id: string, exemplars: ByName): PictureSource {
  const own = typeof frame === 'object' && frame !== null && 'url' in frame ? frame.url : undefined
  if (typeof own === 'string' && own !== '') return { url: own }
  const exemplar = exemplars.get(id)
  return (exemplar && pictureOf(exemplar)) ?? { frameId: id }
}

type ByName = ReadonlyMap<string, Element>

/** Exemplars by id and by frame id; the first of a name has it. There may be thousands, and as many comparisons. */
function exemplarsByName(exemplars: readonly Element[]): ByName {
  const byName = new Map<string, Element>()
  for (const exemplar of exemplars) {
    for (const name of [exemplar.id, exemplar.frameId]) {
      if (typeof name === 'string' && !byName.has(name)) byName.set(name, exemplar)
    }
  }
  return byName
}

function pictureOf({ imageData, url }: Element): PictureSource | undefined {
  if (typeof imageData === 'string' && imageData !== '') return { url: asAddress(imageData) }
  return typeof url === 'string' && url !== '' ? { url } : undefined
}

/** Image data comes as an address, or as the bare base64 that would stand in a data address. */
function asAddress(imageData: string): string {
  return imageData.slice(0, 16).includes(':') ? imageData : `data:;base64,${imageData}`
}

function weightOf({ weight }: Element): number {
  return typeof weight === 'number' ? weight : 1
}

function refuse(dimension: string, kind: Unusable['kind'], { id }: Element, code: string, message: string) {
  return { dimension, unusable: { kind, id, code, message, retryable: false } }
}
