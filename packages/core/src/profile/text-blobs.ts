import { isUrl as beginsLikeUrl } from '../picture-url.ts'

/**
 * A longer text of an exemplar or comparison is a text blob, nearly always a picture. It is stored once, separately from
 * the element. No URL that can be fetched is this long.
 */
export const elementTextCharactersMax = 8192

/** Replaces a text blob in an element. */
export interface TextBlobReference {
  /** Hexadecimal SHA-256 of the text as a URL. `base64UrlPrefix` is prepended to a text that is not a URL. */
  readonly hash: string
  /** Whether the text starts like a URL. Otherwise it is bare base64. */
  readonly isUrl: boolean
  /** Length of the text in UTF-8. */
  readonly bytes: number
}

export const base64UrlPrefix = 'data:;base64,'

/**
 * A reference starts with NUL. Requests with NUL in a text are refused (see json.ts), so clients cannot forge one.
 */
const mark = '\0'
const form = /^\0([0-9a-f]{64}):(url|text):(\d{1,15})$/

export function formatReference({ hash, isUrl, bytes }: TextBlobReference): string {
  return `${mark}${hash}:${isUrl ? 'url' : 'text'}:${bytes}`
}

/** The name of the object that contains the text. */
export function objectNameOf({ hash, isUrl }: TextBlobReference): string {
  return `${hash}:${isUrl ? 'url' : 'text'}`
}

export function parseReference(text: string): TextBlobReference | undefined {
  const [, hash, kind, bytes] = form.exec(text) ?? []
  return hash === undefined ? undefined : { hash, isUrl: kind === 'url', bytes: Number(bytes) }
}

export function isReference(text: string): boolean {
  return text.startsWith(mark)
}

/** Splits a picture URL into the part before a reference, and the reference; undefined if it has none. */
export function referenceAtEnd(address: string) {
  const at = address.indexOf(mark)
  const reference = at < 0 ? undefined : parseReference(address.slice(at))
  return reference && { before: address.slice(0, at), reference }
}

/** Whether a text, or the text blob that it refers to, starts like a URL. */
export function isUrl(text: string): boolean {
  return parseReference(text)?.isUrl ?? beginsLikeUrl(text)
}

/** Replaces texts in a JSON value. Returns the same value without copying if no text changes. */
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
