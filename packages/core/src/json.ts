import type { InputError } from './fault.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export const nestingMax = 64
export const valuesPerBodyMax = 2_000_000

/**
 * Finds the first thing in a parsed JSON value that the stores cannot return as sent, or that is most likely an attack:
 * NUL and lone surrogates (PostgreSQL cannot store them), numbers outside the range of a double, integers that a double
 * rounds, `__proto__`, deep nesting. Recurses no deeper than the allowed nesting, and builds a path only for what it
 * finds. `text` is the JSON that the value was parsed from, which is needed to detect rounding.
 */
export function findUnstorable(root: unknown, text: string): InputError | undefined {
  const seen: Seen = { values: 0, hasLargeNumbers: false, rounded: undefined }
  const found = firstError(root, 0, seen)
  if (found || !seen.hasLargeNumbers) return found
  return firstError(root, 0, { ...seen, values: 0, rounded: firstLargeInteger(text) })
}

interface Seen {
  values: number
  /** Whether the value has numbers that were rounded if they were written as integers. */
  hasLargeNumbers: boolean
  /** The value of an integer that was rounded. */
  readonly rounded: number | undefined
}

function firstError(value: unknown, depth: number, seen: Seen): InputError | undefined {
  seen.values += 1
  if (seen.values > valuesPerBodyMax) return { path: '', message: tooMany }
  if (typeof value === 'string') return isStorableText(value) ? undefined : { path: '', message: textRule }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return { path: '', message: 'the number is too large' }
    if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return undefined
    seen.hasLargeNumbers = true
    return value === seen.rounded ? { path: '', message: integerRule() } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= nestingMax) return { path: '', message: `nested deeper than ${nestingMax}` }
  return Array.isArray(value) ? errorInItems(value, depth, seen) : errorInMembers(value, depth, seen)
}

function errorInItems(items: readonly unknown[], depth: number, seen: Seen): InputError | undefined {
  for (let i = 0; i < items.length; i++) {
    const found = firstError(items[i], depth + 1, seen)
    if (found) return under(String(i), found)
  }
  return undefined
}

function errorInMembers(members: object, depth: number, seen: Seen): InputError | undefined {
  for (const [key, member] of Object.entries(members)) {
    if (key === '__proto__') return { path: '', message: 'the member name __proto__ is not allowed' }
    if (!isStorableText(key)) return { path: '', message: `a member name: ${textRule}` }
    const found = firstError(member, depth + 1, seen)
    if (found) return under(key, found)
  }
  return undefined
}

/** Adds the parent's key to the path. The limit on the number of values applies to the whole body. */
function under(key: string, found: InputError): InputError {
  return found.message === tooMany ? found : { ...found, path: `/${pointerToken(key)}${found.path}` }
}

/**
 * The first integer in a JSON text that a double may not represent exactly. Scans by hand, because a `JSON.parse`
 * reviver with access to the source of each number makes parsing many times slower.
 */
function firstLargeInteger(text: string): number | undefined {
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    for (const [token] of end - at < largeDigits ? [] : text.slice(at, end).matchAll(longNumber)) {
      const number = /^-?\d+$/.test(token) ? Number(token) : 0
      if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return number
    }
    at = quote < 0 ? end : endOfString(text, quote)
  }
  return undefined
}

/** The number of digits of 2^53. */
const largeDigits = 16
const longNumber = /-?\d[\d.eE+-]{15,}/g

/** The position after the string that starts at a quote. */
function endOfString(text: string, start: number): number {
  for (let quote = start; ; ) {
    quote = text.indexOf('"', quote + 1)
    if (quote < 0) return text.length
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
  }
}

function integerRule(): string {
  return `integers must be from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}; send larger ones as text`
}
const tooMany = `contains more than ${valuesPerBodyMax} values`
const textRule = 'text must be well-formed Unicode without NUL'

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

export function pointerToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** Serializes equal values to the same text, whatever the order of their members. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const key of Object.keys(members).sort()) {
    const member = members[key]
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`
  }
  return `{${text}}`
}

/** Whether two values have the same canonical text. Comparing member by member is many times faster. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && sameItems(a, b)
  return sameMembers(a as Members, b as Members)
}

type Members = Readonly<Record<string, unknown>>

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!sameJson(a[i] ?? null, b[i] ?? null)) return false
  return true
}

/** An undefined member counts as absent. */
function sameMembers(a: Members, b: Members): boolean {
  let count = 0
  for (const key of Object.keys(a)) {
    const member = a[key]
    if (member === undefined) continue
    if (!Object.hasOwn(b, key) || !sameJson(member, b[key])) return false
    count += 1
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) count -= 1
  return count === 0
}
