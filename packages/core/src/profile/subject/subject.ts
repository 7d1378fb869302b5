import { canonicalJson } from '../../json.ts'
import { frameIdOf } from '../../taste/judgements/bradley-terry.ts'
import { questions } from '../../taste/questions/catalogue.ts'
import type { Element, ElementKind, ElementLists } from '../schema.ts'
import {
  addressOf,
  frameSourceOf,
  namesOf,
  type PictureNames,
  type PictureSource,
  pictureOf,
} from './picture-sources.ts'

/**
 * What an element is about, in one dimension: an exemplar about a picture, a comparison about an unordered pair of
 * pictures, a constraint about a question. Who judged it is a part of it, so that the judgements of two people about one
 * picture stand side by side.
 */
export type Subject = { readonly dimension: string; readonly by?: string } & (
  | { readonly question: string }
  | { readonly pictures: readonly PictureSource[] }
)

/** Names a picture. Pictures with the same content must get the same name where their content is known. */
export type IdentifyPicture = (source: PictureSource) => string

/** The dimension that an element is about. */
export function dimensionOf(element: Element): string {
  return typeof element.dimension === 'string' ? element.dimension : 'aesthetics'
}

/** The person whose judgement an element is; undefined if it is the team's own. An id that nobody has counts as well. */
export function personOf({ by }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof by === 'string' && by !== '' ? by : undefined
}

/** Undefined if the element does not say what it is about, such as an exemplar without a picture. */
export function subjectOf(kind: ElementKind, element: Element, names: PictureNames): Subject | undefined {
  const person = personOf(element)
  const judged = { dimension: dimensionOf(element), ...(person !== undefined && { by: person }) }
  if (kind === 'constraints') {
    const question = questionOf(element)
    return question === undefined ? undefined : { ...judged, question }
  }
  const sources = kind === 'exemplars' ? [labelledPicture(element)] : framesOf(element, names)
  const pictures = sources.filter((source) => source !== undefined)
  return pictures.length === sources.length ? { ...judged, pictures } : undefined
}

/** The id of the question that a constraint answers, or its text. A text of the catalogue stands for its id. */
export function questionOf({ questionId, question }: Element): string | undefined {
  if (typeof questionId === 'string' && questionId !== '') return `id:${questionId}`
  const text = typeof question === 'string' ? folded(question) : ''
  if (text === '') return undefined
  const known = idsByText.get(text)
  return known === undefined ? `text:${text}` : `id:${known}`
}

/** Equal for subjects that are the same. */
export function keyOfSubject(subject: Subject, identify: IdentifyPicture): string {
  return keyOf(subject, 'question' in subject ? [subject.question] : subject.pictures.map(identify))
}

/** Does what `keyOfSubject` does for pictures that have several names: a key for each combination. */
export function keysOfSubject(
  subject: Subject,
  namesOfPicture: (source: PictureSource) => readonly string[],
): readonly string[] {
  if ('question' in subject) return [keyOf(subject, [subject.question])]
  const combinations = subject.pictures.reduce<readonly (readonly string[])[]>(
    (found, picture) => found.flatMap((names) => namesOfPicture(picture).map((name) => [...names, name])),
    [[]],
  )
  return combinations.map((names) => keyOf(subject, names))
}

/** A judgement: what it is about, and what it says. */
export interface Judgement {
  readonly about: string
  readonly says: string
  /** Whether it repeats another judgement on purpose, and so does not replace it. */
  readonly isRepeat: boolean
}

export type ReadJudgement = (kind: ElementKind, element: Element) => Judgement | undefined

/** Reads the judgements of a state. Comparisons may name its exemplars. */
export function judgementsOf(
  { exemplars }: Pick<ElementLists, 'exemplars'>,
  identify: IdentifyPicture = addressOf,
): ReadJudgement {
  const names = namesOf(exemplars)
  return (kind, element) => {
    const subject = subjectOf(kind, element, names)
    if (!subject) return undefined
    const about = keyOfSubject(subject, identify)
    return { about, says: canonicalJson(saidBy(kind, element, subject, identify)), isRepeat: isRepeat(kind, element) }
  }
}

export function isRepeat(kind: ElementKind, element: Readonly<Record<string, unknown>>): boolean {
  return kind === 'comparisons' && element.repeat === true
}

/** The label, the answer, or the preferred picture: frames may have other ids, or be in the other order. */
function saidBy(kind: ElementKind, element: Element, subject: Subject, identify: IdentifyPicture): unknown {
  if (kind === 'exemplars') return element.label ?? null
  if (kind === 'constraints') return element.answer ?? null
  const { winner, frameA, frameB } = element
  const [a, b] = 'pictures' in subject ? subject.pictures : []
  if (a && winner === frameIdOf(frameA)) return { picture: identify(a) }
  if (b && winner === frameIdOf(frameB)) return { picture: identify(b) }
  return winner ?? null
}

/** Members that say what an element is about, or how that is called. */
const naming = {
  constraints: ['id', 'dimension', 'question', 'questionId', 'category'],
  exemplars: ['id', 'dimension', 'url', 'imageData', 'frameId', 'name'],
  comparisons: ['id', 'dimension', 'frameA', 'frameB', 'winner'],
} as const satisfies Record<ElementKind, readonly string[]>

/** The picture that a comparison prefers; undefined for a tie. */
export function preferredPicture(comparison: Element, names: PictureNames): PictureSource | undefined {
  const { winner, frameA, frameB } = comparison
  const preferred = [frameA, frameB].find((frame) => frameIdOf(frame) === winner)
  return preferred === undefined ? undefined : frameSourceOf(preferred, names)
}

/**
 * Whether an element says nothing that a stored one about the same thing does not say: the same label, answer or
 * preference, and the same further members. Another name or address of the same picture says nothing new.
 */
export function saysTheSame(kind: ElementKind, sent: Element, stored: Element, prefersTheSame: () => boolean): boolean {
  const said = (element: Element) => canonicalJson(omit(element, naming[kind]))
  if (isRepeat(kind, stored) || said(sent) !== said(stored)) return false
  return kind !== 'comparisons' || prefersTheSame()
}

function omit(element: Element, members: readonly string[]): object {
  return Object.fromEntries(Object.entries(element).filter(([member]) => !members.includes(member)))
}

function labelledPicture(exemplar: Element): PictureSource | undefined {
  const { frameId } = exemplar
  return pictureOf(exemplar) ?? (typeof frameId === 'string' && frameId !== '' ? { frameId } : undefined)
}

function framesOf({ frameA, frameB }: Element, names: PictureNames): readonly (PictureSource | undefined)[] {
  return [frameSourceOf(frameA, names), frameSourceOf(frameB, names)]
}

/** Without a person the key is as it was before there were people: stored keys are made from it. */
function keyOf({ dimension, by }: Pick<Subject, 'dimension' | 'by'>, things: readonly string[]): string {
  return JSON.stringify([dimension, ...things.toSorted(), ...(by === undefined ? [] : [{ by }])])
}

function folded(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

const idsByText = new Map(questions.map(({ id, question }) => [folded(question), id]))
