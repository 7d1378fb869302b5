import { z } from 'zod'
import { Name, ProjectId, Timestamp } from '../fields.ts'
import { listOf } from '../lists.ts'
import { scopeNames } from './scope-names.ts'

export const expiresInDaysMax = 3650
export const overlapSecondsMax = 30 * 24 * 3600

/** Duplicates are removed. */
const Scopes = listOf(z.enum(scopeNames), { min: 1, max: scopeNames.length }).meta({
  description: 'What the key may do; all scopes if absent',
})

export const NewKey = z.object({
  name: Name,
  projectId: ProjectId.optional(),
  scopes: Scopes.optional(),
  expiresInDays: z.number().positive().max(expiresInDaysMax).optional(),
})
export type NewKey = z.infer<typeof NewKey>

export const Rotation = z.object({
  overlapSeconds: z
    .number()
    .min(0)
    .max(overlapSecondsMax)
    .optional()
    .meta({ description: 'How long the old key keeps working; 0 by default' }),
})

export const DayOfUse = z.object({
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .meta({ description: 'A day in UTC' }),
  requests: z.int().meta({ description: 'Requests that were authenticated with the key on that day' }),
})

export const Project = z.object({ id: ProjectId, profiles: z.int(), keys: z.int() })

export const KeyRecord = z.object({
  id: z.string(),
  name: Name,
  prefix: z.string(),
  projectId: ProjectId.optional(),
  scopes: Scopes.optional(),
  lastUsedAt: Timestamp.nullable(),
  usageCount: z.int(),
  expiresAt: Timestamp.optional(),
  createdAt: Timestamp,
  personId: z.string().optional().meta({ description: 'The person whose key it is, and with whom it ends' }),
})
export type KeyRecord = Readonly<z.infer<typeof KeyRecord>>

export const CreatedKey = KeyRecord.omit({ lastUsedAt: true, usageCount: true }).extend({
  key: z.string().optional().meta({ description: 'The key itself; absent from a replayed response' }),
  warning: z.string(),
})
export type CreatedKey = Readonly<z.infer<typeof CreatedKey>>

/** Who did something: a key, and the person whose key or session it was. */
export const Actor = z.object({
  keyId: z.string(),
  name: z.string().meta({ description: 'The name of the person; without one, of the key' }),
  personId: z.string().optional().meta({ description: 'Absent for a key that is not a person’s' }),
})
export type Actor = Readonly<z.infer<typeof Actor>>

export const keyWarning = 'Store this key now: it will not be shown again.'
