import { z } from 'zod'
import { idCharactersMax } from './ids.ts'
import { isInCalendar, isInstant } from './instant.ts'

export const nameCharactersMax = 255
export const seedCharactersMax = 5000

/** Text with `min` to `max` characters. A character is a code point, not a UTF-16 unit. */
export function characters(min: number, max: number) {
  return z
    .string()
    .refine((text) => within(text, min, max), { error: `must have ${min} to ${max} characters` })
    .meta({ minLength: min, maxLength: max })
}

export const Name = z
  .string()
  .trim()
  .pipe(characters(1, nameCharactersMax))
  .meta({ description: 'Leading and trailing white space is removed', minLength: 1, maxLength: nameCharactersMax })

export const ProjectId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,128}$/, { error: 'must be 1 to 128 of A-Z a-z 0-9 . _ : -' })
  .meta({ description: 'A project of the account; created on first use' })

/** An id that the client chooses, for a branch, a version, an element or a frame. */
export const ClientId = characters(1, idCharactersMax).refine((id) => id !== '__proto__', { error: 'is not allowed' })

/** An id that the client chooses and that is part of a path, for a branch, a version or an element. */
export const PathId = ClientId.refine((id) => id !== '.' && id !== '..', {
  error: 'must not be "." or "..": URL clients remove these path segments',
})

export const Timestamp = z
  .string()
  .refine(isInstant, { error: 'must be an ISO 8601 date and time, such as 2026-01-02T03:04:05Z', abort: true })
  .refine(isInCalendar, { error: 'must be in the years 0000 to 9999 in UTC' })
  .meta({ description: 'ISO 8601, as sent; UTC if it has no time zone', examples: ['2026-01-02T03:04:05Z'] })

export const Success = z.object({ success: z.literal(true) })

function within(text: string, min: number, max: number): boolean {
  if (text.length < min || text.length > 2 * max) return false
  if (text.length <= max) return true
  return Array.from(text).length <= max
}

/** A whole number in a query. Accepts plain digits only, although JavaScript would also accept `1e3` or `0x10`. */
export function wholeNumber(min: number, max: number) {
  const rule = `must be from ${min} to ${max}`
  return z.preprocess(
    (text) => (typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text),
    z.int({ error: 'must be a whole number' }).min(min, { error: rule }).max(max, { error: rule }),
  )
}
