import type { InputError } from './fault.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export const nestingMax = 64
export const valuesPerBodyMax = 2_000_000

/**
 * The first thing in a parsed JSON value that no store could give back as it was sent, or that nobody means:
 * NUL and lone surrogates (PostgreSQL has no such text), numbers past the doubles, `__proto__`, endless nesting.
 * Walks with a stack of its own, so that the nesting it looks for cannot hurt it.
 */
export function findUnstorable(root: unknown): InputError | undefined {
  const stack: { value: unknown; path: string; depth: number }[] = [{ value: root, path: '', depth: 0 }]
  let seen = 0
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, path, depth } = item
    seen += 1
    if (seen > valuesPerBodyMax) return { path: '', message: `holds more than ${valuesPerBodyMax} values` }
    if (typeof value === 'string' && !isStorableText(value)) return { path, message: textRule }
    if (typeof value === 'number' && !Number.isFinite(value)) return { path, message: 'the number is too large' }
    if (typeof value !== 'object' || value === null) continue
    if (depth >= nestingMax) return { path, message: `nested deeper than ${nestingMax}` }
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') return { path, message: 'the member name __proto__ is not allowed' }
      if (!isStorableText(key)) return { path, message: `a member name: ${textRule}` }
      stack.push({ value: member, path: `${path}/${pointerToken(key)}`, depth: depth + 1 })
    }
  }
  return undefined
}

const textRule = 'text must be well-formed Unicode without NUL'

export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

export function pointerToken(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** One text for equal values, whatever the order of their members. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b)
}
