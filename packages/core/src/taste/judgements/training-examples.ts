import type { Element, ElementLists } from '../../profile/schema.ts'
import { pictureNameOf } from '../../profile/subject/picture-name.ts'
import {
  frameSourceOf,
  namesOf,
  type PictureNames,
  type PictureSource,
  pictureOf,
} from '../../profile/subject/picture-sources.ts'
import { dimensionOf, personOf } from '../../profile/subject/subject.ts'
import { attributes } from '../attributes/catalogue.ts'
import { isLearnable } from '../dimensions.ts'
import { findQuestion } from '../questions/quick-answers.ts'
import { frameIdOf } from './bradley-terry.ts'

export interface LabelExample<Picture = PictureSource> {
  readonly elementId: string
  readonly picture: Picture
  readonly good: boolean
  readonly weight: number
  /** See `pictureNameOf`. */
  readonly name?: string
  /** The person who judged it; absent for the team's own judgement. */
  readonly by?: string
  /** Set if the element names `aesthetics`, and so teaches no other dimension. */
  readonly aestheticsOnly?: true
}

export interface ComparisonExample<Picture = PictureSource> {
  readonly elementId: string
  readonly a: Picture
  readonly b: Picture
  /** 1 if A is preferred, 0 if B is, 0.5 for a tie. */
  readonly outcome: number
  readonly weight: number
  readonly by?: string
  readonly aestheticsOnly?: true
}

/** An element that a model cannot be trained on, and why. */
export interface Unusable {
  readonly kind: 'constraints' | 'exemplars' | 'comparisons'
  readonly id: string
  readonly code: string
  readonly message: string
  readonly retryable: boolean
}

/** The training examples of one dimension. */
export interface TrainingExamples<Picture = PictureSource> {
  readonly labels: readonly LabelExample<Picture>[]
  readonly comparisons: readonly ComparisonExample<Picture>[]
  readonly constraints: readonly Element[]
}

/** Training examples with short names for the pictures: see `namePictures`. */
export type NamedExamples = TrainingExamples<string>

/** The training examples of a state by dimension, and the elements that cannot be used. */
export function trainingExamplesOf(state: ElementLists): {
  readonly byDimension: ReadonlyMap<string, TrainingExamples>
  readonly unusable: readonly Unusable[]
} {
  const labels = state.exemplars.map((exemplar) => read('exemplars', exemplar, readLabel))
  const names = namesOf(state.exemplars)
  const comparisons = state.comparisons.map((one) => read('comparisons', one, () => readComparison(one, names)))
  const constraints = state.constraints.map((constraint) => read('constraints', constraint, readConstraint))
  const [labelsOf, comparisonsOf, constraintsOf] = [
    groupByDimension(labels),
    groupByDimension(comparisons),
    groupByDimension(constraints),
  ]
  const dimensions = new Set([labelsOf, comparisonsOf, constraintsOf].flatMap((one) => [...one.keys()]))
  const byDimension = [...dimensions].map((dimension) => {
    const examples: TrainingExamples = {
      labels: labelsOf.get(dimension) ?? [],
      comparisons: comparisonsOf.get(dimension) ?? [],
      constraints: constraintsOf.get(dimension) ?? [],
    }
    return [dimension, examples] as const
  })
  const unusable = [...labels, ...comparisons, ...constraints].flatMap((one) => one.unusable ?? [])
  return { byDimension: new Map(byDimension), unusable }
}

/** Examples of one kind by dimension. A dimension is listed even if none of its elements can be used. */
function groupByDimension<Example>(all: readonly Read<Example>[]): ReadonlyMap<string, readonly Example[]> {
  const byDimension = new Map<string, Example[]>()
  for (const { dimension, example } of all) {
    if (dimension === undefined) continue
    const examples = byDimension.get(dimension) ?? []
    if (example !== undefined) examples.push(example)
    byDimension.set(dimension, examples)
  }
  return byDimension
}

/** Whether an exemplar or comparison teaches a dimension. One that names no dimension also teaches `likeness`. */
export function teaches(judgement: Element, dimension: string): boolean {
  if (dimension === 'likeness' && typeof judgement.dimension !== 'string') return true
  return dimensionOf(judgement) === dimension
}

interface Read<Example> {
  /** Absent if the dimension cannot be learned. */
  readonly dimension?: string
  readonly example?: Example
  readonly unusable?: Unusable
}

/** Why an element cannot be used. */
class Rejection {
  readonly code: string
  readonly message: string
  constructor(code: string, message: string) {
    this.code = code
    this.message = message
  }
}

function read<Example>(
  kind: Unusable['kind'],
  element: Element,
  readExample: (element: Element) => Example | Rejection,
): Read<Example> {
  const dimension = dimensionOf(element)
  const unusable = ({ code, message }: Rejection) => ({ kind, id: element.id, code, message, retryable: false })
  if (!isLearnable(dimension)) {
    const message = `${JSON.stringify(dimension)} is not a dimension that can be taught`
    return { unusable: unusable(new Rejection('not_taught', message)) }
  }
  const example = readExample(element)
  return example instanceof Rejection ? { dimension, unusable: unusable(example) } : { dimension, example }
}

function readLabel(exemplar: Element): LabelExample | Rejection {
  const picture = pictureOf(exemplar)
  const { label } = exemplar
  if (label !== 'good' && label !== 'bad') {
    return new Rejection('no_label', 'the exemplar is labelled neither good nor bad')
  }
  if (!picture) return new Rejection('no_image', 'the exemplar has no picture')
  const name = pictureNameOf(exemplar)
  return {
    elementId: exemplar.id,
    picture,
    good: label === 'good',
    weight: weightOf(exemplar),
    ...(name !== undefined && { name }),
    ...byOf(exemplar),
    ...scopeOf(exemplar),
  }
}

function readComparison(comparison: Element, names: PictureNames): ComparisonExample | Rejection {
  const { frameA, frameB, winner } = comparison
  const [idA, idB] = [frameIdOf(frameA), frameIdOf(frameB)]
  const [a, b] = [frameSourceOf(frameA, names), frameSourceOf(frameB, names)]
  if (!a || !b) return new Rejection('no_frames', 'the comparison does not name two frames')
  // A frame can have two names: its frame id and the id of its exemplar.
  if (idA === idB || isSameSource(a, b)) {
    return new Rejection('same_frame', 'the comparison is of a frame with itself')
  }
  const outcome = winner === 'tie' ? 0.5 : winner === idA ? 1 : winner === idB ? 0 : undefined
  if (outcome === undefined) return new Rejection('no_winner', 'the winner is neither of the frames nor a tie')
  return {
    elementId: comparison.id,
    a,
    b,
    outcome,
    weight: weightOf(comparison),
    ...byOf(comparison),
    ...scopeOf(comparison),
  }
}

function isSameSource(a: PictureSource, b: PictureSource): boolean {
  return 'url' in a ? 'url' in b && a.url === b.url : 'frameId' in b && a.frameId === b.frameId
}

function readConstraint(constraint: Element): Element | Rejection {
  const { answer } = constraint
  if (answer === undefined || answer === null || answer === '') {
    return new Rejection('no_answer', 'the question has no answer')
  }
  // Other members of the element are not used and can be large.
  const { id, question, weight, questionId, confirmed } = constraint
  const kept = Array.isArray(confirmed) ? attributes.flatMap(({ name }) => (confirmed.includes(name) ? name : [])) : []
  return {
    ...{ id, question, answer, weight },
    ...(findQuestion(questionId) && { questionId }),
    ...(kept.length > 0 && { confirmed: kept }),
    ...byOf(constraint),
  }
}

/** A picture that an element is about. */
export interface ElementPicture {
  readonly elementId: string
  readonly kind: 'exemplars' | 'comparisons'
  /** For a comparison. */
  readonly side?: 'a' | 'b'
  /** Undefined if the element names none. */
  readonly source: PictureSource | undefined
}

/** The pictures of all exemplars and of both sides of all comparisons, whether a model can learn from them or not. */
export function picturesOf({ exemplars, comparisons }: ElementLists): readonly ElementPicture[] {
  const names = namesOf(exemplars)
  const sideOf = (elementId: string, side: 'a' | 'b', frame: unknown): ElementPicture => ({
    elementId,
    kind: 'comparisons',
    side,
    source: frameSourceOf(frame, names),
  })
  return [
    ...exemplars.map((exemplar) => ({
      elementId: exemplar.id,
      kind: 'exemplars' as const,
      source: pictureOf(exemplar),
    })),
    ...comparisons.flatMap(({ id, frameA, frameB }) => [sideOf(id, 'a', frameA), sideOf(id, 'b', frameB)]),
  ]
}

function byOf(element: Element): { readonly by?: string } {
  const person = personOf(element)
  return person === undefined ? {} : { by: person }
}

function scopeOf({ dimension }: Element): { readonly aestheticsOnly?: true } {
  return dimension === 'aesthetics' ? { aestheticsOnly: true } : {}
}

function weightOf({ weight }: Element): number {
  return typeof weight === 'number' ? weight : 1
}
