import { z } from 'zod'
import { type FaultCode, faults } from '../fault.ts'
import { scopeNames } from '../keys/scope-names.ts'
import { MergeConflict } from '../profile/history/history-operations.ts'

export const InputError = z.object({
  path: z.string().meta({ description: 'JSON Pointer into the body, or `/query/…` or `/path/…`' }),
  message: z.string(),
})

const commonMembers = {
  type: z.string().meta({ description: '`urn:palate:problem:` followed by the code' }),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(faults) as [FaultCode, ...FaultCode[]]).meta({ description: 'Stable; branch on this' }),
  requestId: z.string().meta({ description: 'Same as the header X-Request-Id' }),
}

const inputErrors = {
  errors: z
    .array(InputError)
    .optional()
    .meta({ description: 'With `invalid_request` and `profile_too_large`: the invalid values' }),
}

/** Additional members of problems with these codes. A name means the same for every code. */
export const furtherMembers = {
  invalid_request: inputErrors,
  profile_too_large: inputErrors,
  scope_forbidden: {
    scopes: z.array(z.enum(scopeNames)).optional().meta({
      description: 'With `scope_forbidden`: the scopes that allow the operation, or that the key cannot grant',
    }),
  },
  head_conflict: {
    branchId: z.string().optional().meta({ description: 'With `head_conflict`: the branch' }),
    headVersionId: z.string().nullable().optional().meta({ description: 'With `head_conflict`: the stored head' }),
  },
  merge_conflict: {
    conflicts: z
      .array(MergeConflict)
      .optional()
      .meta({ description: 'With `merge_conflict`: the elements that both sides changed' }),
  },
  budget_exceeded: {
    counter: z
      .enum(['questions', 'labels', 'comparisons'])
      .optional()
      .meta({ description: 'With `budget_exceeded`: the counter that would exceed its total' }),
    used: z.int().optional().meta({ description: 'With `budget_exceeded`: how much of it is used' }),
    total: z.int().optional().meta({ description: 'With `budget_exceeded`: its total' }),
  },
  account_full: {
    usedBytes: z.int().optional().meta({ description: 'With `account_full`: bytes that the account would use' }),
    maxBytes: z.int().optional().meta({ description: 'With `account_full`: bytes that it may use' }),
  },
  unavailable: {
    checks: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'With `unavailable` from `/readyz`: the failed checks with their reasons' }),
    cause: z
      .enum(['process', 'dependency'])
      .optional()
      .meta({ description: 'With `unavailable` from `/readyz`: whether another process may be ready' }),
  },
} as const satisfies Partial<Record<FaultCode, z.ZodRawShape>>

/** A problem document (RFC 9457), created by `problemOf` in `fault.ts`. */
export const Problem = z
  .object({
    ...commonMembers,
    ...inputErrors,
    ...furtherMembers.scope_forbidden,
    ...furtherMembers.head_conflict,
    ...furtherMembers.merge_conflict,
    ...furtherMembers.budget_exceeded,
    ...furtherMembers.account_full,
    ...furtherMembers.unavailable,
  })
  .meta({
    description: 'Why a request failed (RFC 9457). Ignore members that you do not know: later versions may add some.',
  })
