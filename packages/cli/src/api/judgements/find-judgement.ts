import type { Palate, Profile } from '@palate/client'
import { dimensionOf, questionOf } from '@palate/core/profile/subject/subject.ts'
import { frameIdOf } from '@palate/core/taste/judgements/bradley-terry.ts'
import { CommandError } from '../../output.ts'
import { describeElement } from '../history/describe-elements.ts'
import { isFile } from '../teaching/named-frame.ts'
import { uploadPicture } from '../teaching/upload-picture.ts'
import type { Element, Held } from './held.ts'
import { type NameOfFrame, nameFrames } from './name-frames.ts'
import { ownOf, shownTo, signedInPerson } from './signed-in-person.ts'

export const judgementNames = 'pictures (a name, URL or file), question ids, pairs as NAME,NAME, or ids of elements'

interface Where {
  readonly palate: Palate
  readonly profile: Profile
  readonly held: readonly Held[]
  readonly dimension?: string | undefined
}

/** The judgements that texts name, each exactly one. */
export async function findJudgements(where: Where, texts: readonly string[]): Promise<readonly Held[]> {
  const { palate, profile, held, dimension } = where
  const among = held.filter(({ element }) => dimension === undefined || dimensionIn(element) === dimension)
  const nameOf = await nameFrames(
    palate,
    profile.projectId,
    texts.some((text) => text.includes(',')) ? among.map(({ element }) => element) : [],
  )
  const found = new Map<string, Held>()
  for (const text of texts) {
    const named = among.filter((one) => isNamed(one, text, nameOf))
    const matching = named.length > 0 ? named : await withSameContent(where, among, text)
    const one = onlyOne(text, matching.length > 1 ? await ownFirst(palate, matching) : matching)
    found.set(`${one.list} ${one.id}`, one)
  }
  return [...found.values()]
}

/** Of several people's judgements of one thing, a command means one's own. */
async function ownFirst(palate: Palate, found: readonly Held[]): Promise<readonly Held[]> {
  const person = await signedInPerson(palate, found)
  const own = ownOf(person, found)
  return own.length > 0 ? own : shownTo(person, found)
}

export function dimensionIn(element: Element): string {
  return dimensionOf(element as Parameters<typeof dimensionOf>[0])
}

function isNamed({ list, id, element }: Held, text: string, nameOf: NameOfFrame): boolean {
  if (id === text) return true
  if (list === 'exemplars') return pictureNames(element).includes(text)
  if (list === 'comparisons') return pairNames(element, nameOf).includes(text)
  const question = questionOf(element as Parameters<typeof questionOf>[0])
  return question !== undefined && (question === `id:${text}` || question === questionOf({ id: '', question: text }))
}

export function pictureNames({ name, url, frameId }: Element): readonly unknown[] {
  return [name, url, frameId]
}

function pairNames({ frameA, frameB }: Element, nameOf: NameOfFrame): readonly string[] {
  const [a, b] = [frameNames(frameA, nameOf), frameNames(frameB, nameOf)]
  return a.flatMap((one) => b.flatMap((other) => [`${one},${other}`, `${other},${one}`]))
}

export function frameNames(frame: unknown, nameOf: NameOfFrame): readonly string[] {
  const id = frameIdOf(frame)
  if (id === undefined) return []
  const url = typeof frame === 'object' && frame !== null && 'url' in frame ? [String(frame.url)] : []
  return [id, nameOf(id), ...url]
}

/** The same bytes in the same project are the same frame, so uploading a file again only finds it. */
async function withSameContent({ palate, profile }: Where, among: readonly Held[], text: string) {
  if (!isFile(text)) return []
  const { id, url } = await uploadPicture(palate, text, profile.projectId)
  return among.filter(({ list, element }) => list === 'exemplars' && [url, id].some((one) => isAt(element, one)))
}

function isAt({ url, frameId }: Element, address: string): boolean {
  return url === address || frameId === address
}

function onlyOne(text: string, found: readonly Held[]): Held {
  const [only, ...others] = found
  if (!only) throw nothingCalled(text)
  if (others.length === 0) return only
  const lines = found.map(({ id, element }) => `  ${id}: ${describeElement(element)} (${dimensionIn(element)})`)
  throw new CommandError(`${JSON.stringify(text)} matches several judgements; use an id or --dimension:`, lines)
}

export function nothingCalled(text: string): CommandError {
  return new CommandError(`nothing is called ${JSON.stringify(text)} here: \`palate list\` lists what there is`)
}
