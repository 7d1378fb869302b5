import type { Element, ElementLists } from '../profile/schema.ts'
import { frameIdOf } from './bradley-terry.ts'
import { isTaught } from './dimensions.ts'

/** Where a picture is to be had: an address, or a frame that must be known from elsewhere. */
export type PictureSource = { readonly url: string } | { readonly frameId: string }

export interface LabelLesson<Picture = PictureSource> {
  readonly elementId: string
  readonly picture: Picture
  readonly good: boolean
  readonly weight: number
}

export interface ComparisonLesson<Picture = PictureSource> {
  readonly elementId: string
  readonly a: Picture
  readonly b: Picture
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
export interface Lessons<Picture = PictureSource> {
  readonly labels: readonly LabelLesson<Picture>[]
  readonly comparisons: readonly ComparisonLesson<Picture>[]
  readonly constraints: readonly Element[]
}

/** With short names for the pictures: see `nameLessons`. */
export type NamedLessons = Lessons<string>

/** What a state can teach, dimension by dimension, and which of its elements can teach nothing. */
export function lessonsOf(state: ElementLists): {
  readonly byDimension: ReadonlyMap<string, Lessons>
  readonly unusable: readonly Unusable[]
} {
  const labels = state.exemplars.map((exemplar) => read('exemplars', exemplar, readLabel))
  const byName = exemplarsByName(state.exemplars)
  const comparisons = state.comparisons.map((one) => read('comparisons', one, () => readComparison(one, byName)))
  const constraints = state.constraints.map((constraint) => read('constraints', constraint, readConstraint))
  const [labelsOf, comparisonsOf, constraintsOf] = [gather(labels), gather(comparisons), gather(constraints)]
  const dimensions = new Set([labelsOf, comparisonsOf, constraintsOf].flatMap((one) => [...one.keys()]))
  const byDimension = [...dimensions].map((dimension) => {
    const lessons: Lessons = {
      labels: labelsOf.get(dimension) ?? [],
      comparisons: comparisonsOf.get(dimension) ?? [],
      constraints: constraintsOf.get(dimension) ?? [],
    }
    return [dimension, lessons] as const
  })
  const unusable = [...labels, ...comparisons, ...constraints].flatMap((one) => one.unusable ?? [])
  return { byDimension: new Map(byDimension), unusable }
}

/** The lessons of one kind by dimension, also by those of which nothing can be learned. */
function gather<Lesson>(all: readonly Read<Lesson>[]): ReadonlyMap<string, readonly Lesson[]> {
  const byDimension = new Map<string, Lesson[]>()
  for (const { dimension, lesson } of all) {
    if (dimension === undefined) continue
    const lessons = byDimension.get(dimension) ?? []
    if (lesson !== undefined) lessons.push(lesson)
    byDimension.set(dimension, lessons)
  }
  return byDimension
}

/** The dimension that an element teaches. */
export function dimensionOf(element: Element): string {
  return typeof element.dimension === 'string' ? element.dimension : 'aesthetics'
}

interface Read<Lesson> {
  /** Absent where it is none that can be taught. */
  readonly dimension?: string
  readonly lesson?: Lesson
  readonly unusable?: Unusable
}

/** Why an element teaches nothing. */
class Useless {
  readonly code: string
  readonly message: string
  constructor(code: string, message: string) {
    this.code = code
    this.message = message
  }
}

function read<Lesson>(
  kind: Unusable['kind'],
  element: Element,
  readLesson: (element: Element) => Lesson | Useless,
): Read<Lesson> {
  const dimension = dimensionOf(element)
  const unusable = ({ code, message }: Useless) => ({ kind, id: element.id, code, message, retryable: false })
  if (!isTaught(dimension)) {
    const message = `${JSON.stringify(dimension)} is not a dimension that can be taught`
    return { unusable: unusable(new Useless('not_taught', message)) }
  }
  const lesson = readLesson(element)
  return lesson instanceof Useless ? { dimension, unusable: unusable(lesson) } : { dimension, lesson }
}

function readLabel(exemplar: Element): LabelLesson | Useless {
  const picture = pictureOf(exemplar)
  const { label } = exemplar
  if (label !== 'good' && label !== 'bad') {
    return new Useless('no_label', 'the exemplar is labelled neither good nor bad')
  }
  if (!picture) return new Useless('no_image', 'the exemplar has no picture')
  return { elementId: exemplar.id, picture, good: label === 'good', weight: weightOf(exemplar) }
}

function readComparison(comparison: Element, exemplars: ByName): ComparisonLesson | Useless {
  const { frameA, frameB, winner } = comparison
  const [idA, idB] = [frameIdOf(frameA), frameIdOf(frameB)]
  if (idA === undefined || idB === undefined) {
    return new Useless('no_frames', 'the comparison does not name two frames')
  }
  const [a, b] = [frameSource(frameA, idA, exemplars), frameSource(frameB, idB, exemplars)]
  // One frame may go by two names: by an exemplar's id, and by its frame id.
  if (idA === idB || isSameSource(a, b)) {
    return new Useless('same_frame', 'the comparison is of a frame with itself')
  }
  const share = winner === 'tie' ? 0.5 : winner === idA ? 1 : winner === idB ? 0 : undefined
  if (share === undefined) return new Useless('no_winner', 'the winner is neither of the frames nor a tie')
  return { elementId: comparison.id, a, b, share, weight: weightOf(comparison) }
}

function isSameSource(a: PictureSource, b: PictureSource): boolean {
  return 'url' in a ? 'url' in b && a.url === b.url : 'frameId' in b && a.frameId === b.frameId
}

function readConstraint(constraint: Element): Element | Useless {
  const { answer } = constraint
  if (answer === undefined || answer === null || answer === '') {
    return new Useless('no_answer', 'the question has no answer')
  }
  // Whatever else the element carries can be large, and teaches nothing.
  const { id, question, weight } = constraint
  return { id, question, answer, weight }
}

/** A frame by its own address, by an exemplar of that name, or by its bare id, which others must know. */
function frameSource(frame: unknown, id: string, exemplars: ByName): PictureSource {
  const own = typeof frame === 'object' && frame !== null && 'url' in frame ? frame.url : undefined
  if (typeof own === 'string' && own !== '') return { url: own }
  return exemplars.get(id) ?? { frameId: id }
}

type ByName = ReadonlyMap<string, PictureSource | undefined>

/**
 * The exemplars' pictures by id and by frame id; the first of a name has it. There may be thousands, and as many
 * comparisons that share them.
 */
function exemplarsByName(exemplars: readonly Element[]): ByName {
  const byName = new Map<string, PictureSource | undefined>()
  for (const exemplar of exemplars) {
    const picture = pictureOf(exemplar)
    for (const name of [exemplar.id, exemplar.frameId]) {
      if (typeof name === 'string' && !byName.has(name)) byName.set(name, picture)
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
