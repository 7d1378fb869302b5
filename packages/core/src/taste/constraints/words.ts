import type { AttributeName } from '../attributes.ts'

/** An attribute that a word asks for more of (`+`) or less of (`-`). */
export type AttributeTarget = `${'+' | '-'}${AttributeName}`

/** Words and phrases with what each asks for. */
export type Words = Readonly<Record<string, readonly AttributeTarget[]>>
