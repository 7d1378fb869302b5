import { isUrl as beginsLikeUrl } from '../picture-url.ts'

/**
 * A text of an exemplar or a comparison with more characters than this is stored once, apart from the element: nearly
 * always it is a picture. Longer than any address that can be fetched.
 */
export const elementTextCharactersMax = 8192

/** What an element holds in place of a long text. */
export interface LongTextReference {
  /** SHA-256 of the text as a URL, hexadecimal: `base64UrlPrefix` is added to a text that is none. */
  readonly hash: string
  /** Whether the text begins like a URL. Image data is else bare base64. */
  readonly isUrl: boolean
  /** Of the text in UTF-8. */
  readonly bytes: number
}

export const base64UrlPrefix = 'data:;base64,'

/**
 * A reference begins with NUL. Requests with NUL in a text are refused (see json.ts), so no client can send something
 * that is taken for a reference.
 */
const mark = '\0'
const form = /^\0([0-9a-f]{64}):(url|text):(\d{1,15})$/

export function formatReference({ hash, isUrl, bytes }: LongTextReference): string {
  return `${mark}${hash}:${isUrl ? 'url' : 'text'}:${bytes}`
}

/** The name of the object that holds the text. */
export function objectNameOf({ hash, isUrl }: LongTextReference): string {
  return `${hash}:${isUrl ? 'url' : 'text'}`
}

export function parseReference(text: string): LongTextReference | undefined {
  const [, hash, kind, bytes] = form.exec(text) ?? []
  return hash === undefined ? undefined : { hash, isUrl: kind === 'url', bytes: Number(bytes) }
}

export function isReference(text: string): boolean {
  return text.startsWith(mark)
}

/** Splits a picture's address into what stands before a reference, and the reference; undefined if it holds none. */
export function referenceAtEnd(address: string) {
  const at = address.indexOf(mark)
  const reference = at < 0 ? undefined : parseReference(address.slice(at))
  return reference && { before: address.slice(0, at), reference }
}

/** Whether a text, or the long text that it refers to, begins like a URL. */
export function isUrl(text: string): boolean {
  return parseReference(text)?.isUrl ?? beginsLikeUrl(text)
}

/** Replaces texts in a JSON value. Gives the same value again, and copies nothing, if no text changes. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (typeof value !== 'object' || value === null) return value
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value)) {
    const changed = mapTexts(member, change)
    if (changed === member) continue
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
    copy[name] = changed
  }
  return (copy ?? value) as Value
}
