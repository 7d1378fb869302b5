import type { Element, ElementLists } from '../../profile/schema.ts'
import { dimensionOf, questionOf } from '../../profile/subject/subject.ts'
import { frameIdOf } from '../judgements/bradley-terry.ts'
import { type NamedExamples, teaches } from '../judgements/training-examples.ts'
import { questions } from '../questions/catalogue.ts'
import { pairName } from './pairs.ts'
import type { Judged } from './suggest.ts'

/** A frame that can be suggested. */
export interface AskableFrame {
  readonly id: string
  /** Null if the frame was scored as a data URL that was not stored, so that only its id is known. */
  readonly url: string | null
  readonly contentHash: string
}

/**
 * What the elements of a state say about some frames, by their indices. Considers all elements, not only those that a
 * model learns from, and finds a frame by its id, its URL or its bytes.
 */
export function judgedOf(
  elements: ElementLists,
  dimension: string,
  frames: readonly AskableFrame[],
  examples: NamedExamples | undefined,
  pictures: ReadonlyMap<string, { readonly contentHash: string }>,
): Judged {
  const find = finderOf(frames)
  const byPicture = (name: string | undefined) => find({ contentHash: name && pictures.get(name)?.contentHash })
  const labelPictures = new Map(examples?.labels.map(({ elementId, picture }) => [elementId, picture]))
  const pairPictures = new Map(examples?.comparisons.map((one) => [one.elementId, one]))
  const isAbout = (element: Element) => teaches(element, dimension)
  const labelled = elements.exemplars.filter(isAbout).flatMap(({ id, url, frameId, label }) => {
    const frame = byPicture(labelPictures.get(id)) ?? find({ url, id: frameId })
    return frame === undefined ? [] : [{ frame, isGood: label === 'good' }]
  })
  const [labels, areGood] = [labelled.map(({ frame }) => frame), labelled.map(({ isGood }) => isGood)]
  const pairs = elements.comparisons.filter(isAbout).flatMap(({ id, frameA, frameB }) => {
    const named = pairPictures.get(id)
    const a = byPicture(named?.a) ?? find(referenceIn(frameA))
    const b = byPicture(named?.b) ?? find(referenceIn(frameB))
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const]
  })
  return { labels, areGood, pairs }
}

/** What others have judged and the person has not. */
export function withoutOwn(others: Judged, own: Judged): Judged {
  const labels = new Set(own.labels)
  const pairs = new Set(own.pairs.map((pair) => pairName(...pair)))
  return {
    labels: others.labels.filter((frame) => !labels.has(frame)),
    areGood: others.areGood?.filter((_, i) => !labels.has(others.labels[i] as number)) ?? [],
    pairs: others.pairs.filter((pair) => !pairs.has(pairName(...pair))),
  }
}

interface Reference {
  readonly id?: unknown
  readonly url?: unknown
  readonly contentHash?: unknown
}

type Find = (reference: Reference) => number | undefined

/** Cached by list, because a list of thousands of frames stays the same from judgement to judgement. */
const finders = new WeakMap<readonly AskableFrame[], Find>()

function finderOf(frames: readonly AskableFrame[]): Find {
  const known = finders.get(frames)
  if (known) return known
  const find = createFinder(frames)
  finders.set(frames, find)
  return find
}

/** A URL takes precedence over an id, which may be reused for another picture. */
function createFinder(frames: readonly AskableFrame[]): Find {
  const by = (member: keyof AskableFrame) => new Map<unknown, number>(frames.map((frame, i) => [frame[member], i]))
  const [byHash, byUrl, byId] = [by('contentHash'), by('url'), by('id')]
  return ({ id, url, contentHash }) =>
    (typeof contentHash === 'string' ? byHash.get(contentHash) : undefined) ??
    (typeof url === 'string' ? byUrl.get(url) : undefined) ??
    (typeof id === 'string' ? byId.get(id) : undefined)
}

function referenceIn(frame: unknown): Reference {
  const url = typeof frame === 'object' && frame !== null && 'url' in frame ? frame.url : undefined
  return { id: frameIdOf(frame), url }
}

const idsBySubject = new Map(questions.map(({ id }) => [questionOf({ id, questionId: id }), id]))

/** The questions of the catalogue that the constraints answer, by their ids or by their texts. */
export function answeredQuestions({ constraints }: ElementLists, dimension: string): readonly string[] {
  return constraints
    .filter((one) => dimensionOf(one) === dimension)
    .flatMap((constraint) => idsBySubject.get(questionOf(constraint)) ?? [])
}
