import { z } from 'zod'
import { type FaultCode, faults } from './fault.ts'
import { MergeConflict } from './profile/history-route-schemas.ts'

export const InputError = z.object({
  path: z.string().meta({ description: 'JSON Pointer into the body, or `/query/…` or `/path/…`' }),
  message: z.string(),
})

/** A problem document (RFC 9457), as `problemOf` in `fault.ts` makes it. */
export const Problem = z.looseObject({
  type: z.string().meta({ description: '`urn:palate:problem:` and the code' }),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(Object.keys(faults) as [FaultCode, ...FaultCode[]]).meta({ description: 'Stable; branch on this' }),
  requestId: z.string().meta({ description: 'The same as in the header X-Request-Id' }),
  errors: z.array(InputError).optional().meta({ description: 'With `invalid_request`: what is wrong, and where' }),
  branchId: z.string().optional().meta({ description: 'With `head_conflict`: the branch' }),
  headVersionId: z.string().nullable().optional().meta({ description: 'With `head_conflict`: the stored head' }),
  conflicts: z.array(MergeConflict).optional().meta({ description: 'With `merge_conflict`: what both sides changed' }),
  checks: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'With `unavailable` from `/readyz`: the checks that fail, each with its reason' }),
})
