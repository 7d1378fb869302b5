import type { Scope } from '../route.ts'

/** In the order used in key records. */
export const scopeNames = ['read', 'score', 'teach', 'write', 'admin'] as const satisfies readonly Scope[]
