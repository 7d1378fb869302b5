import { formatKey } from '@palate/core/keys/format.ts'

/** A well-formed key that no service knows. */
export const unknownKey = formatKey(new Array(32).fill(7))
