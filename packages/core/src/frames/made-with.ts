import { z } from 'zod'
import { characters } from '../fields.ts'

export const promptCharactersMax = 4000
export const groupCharactersMax = 200
export const seedDigitsMax = 20

function text(max: number) {
  return z
    .string()
    .trim()
    .normalize()
    .pipe(characters(1, max))
    .refine((value) => !value.includes('\0'), { error: 'must not contain U+0000' })
    .meta({ minLength: 1, maxLength: max })
}

/** What a generated picture was made with. */
export const madeWith = {
  prompt: text(promptCharactersMax).meta({
    description: 'The text it was generated from. Pictures of one prompt can be exported as pairs for training',
  }),
  group: text(groupCharactersMax).meta({ description: 'Names the run that it came from, with others' }),
  seed: z
    .string()
    .regex(new RegExp(`^-?\\d{1,${seedDigitsMax}}$`), {
      error: `must be a whole number of up to ${seedDigitsMax} digits, as text`,
    })
    .meta({ description: 'A whole number as text, because JSON numbers are not exact above 2^53' }),
} as const

export type MadeWith = { readonly [Name in keyof typeof madeWith]?: string }

export const madeWithNames = Object.keys(madeWith) as readonly (keyof typeof madeWith)[]
