import { z } from 'zod'
import { Timestamp } from '../fields.ts'

const seconds = z.number().min(0).nullable()

export const ServiceStatus = z.object({
  version: z.string(),
  startedAt: Timestamp.meta({ description: 'When the process that answers was started' }),
  store: z.enum(['sqlite', 'postgres']),
  embedder: z.string().meta({ description: 'The network that turns pictures into vectors' }),
  failedChecks: z
    .record(z.string(), z.string())
    .meta({ description: 'What `/readyz` finds wrong, each with its reason; empty if the process is ready' }),
  scoring: z
    .object({
      threads: z.int().meta({ description: 'The most threads that read pictures' }),
      running: z.int().meta({ description: 'Pictures that are being read' }),
      waiting: z.int().meta({ description: 'Pictures that wait for a thread' }),
    })
    .meta({ description: 'Of the process that answers' }),
  batches: z
    .object({
      unfinished: z.int(),
      oldestSeconds: seconds.meta({ description: 'Age of the oldest one that is not over; null if there is none' }),
    })
    .meta({ description: 'Those that the key can see' }),
  account: z
    .object({
      usedBytes: z.int().meta({ description: 'What its frames, thumbnails, features and profiles take' }),
      maxBytes: z.int().nullable().meta({ description: 'What it may use; null if there is no limit' }),
    })
    .optional()
    .meta({ description: 'The storage of the account; absent for a key that is limited to a project' }),
  deliveries: z
    .object({
      overdueSeconds: seconds.meta({
        description: 'How long the delivery that is due for longest has waited; null if none is due',
      }),
    })
    .meta({ description: 'Of the webhooks that the key can see' }),
})
export type ServiceStatus = Readonly<z.infer<typeof ServiceStatus>>
