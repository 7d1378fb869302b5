import { z } from 'zod'
import { Timestamp } from '../fields.ts'

const seconds = z.number().min(0).nullable()

/** The protocol defines its members. */
export const McpMessage = z.looseObject({}).meta({ description: 'A JSON-RPC 2.0 message' })

export const ServiceStatus = z.object({
  version: z.string(),
  startedAt: Timestamp.meta({ description: 'When the responding process was started' }),
  store: z.enum(['sqlite', 'postgres']),
  embedder: z.string().meta({ description: 'The neural network that turns pictures into vectors' }),
  failedChecks: z
    .record(z.string(), z.string())
    .meta({ description: 'The checks of `/readyz` that fail, with their reasons; empty if all is well' }),
  scoring: z
    .object({
      threads: z.int().meta({ description: 'Maximum number of threads that read pictures' }),
      running: z.int().meta({ description: 'Pictures being read' }),
      waiting: z.int().meta({ description: 'Pictures waiting for a thread' }),
    })
    .meta({ description: 'For the responding process' }),
  batches: z
    .object({
      unfinished: z.int(),
      oldestSeconds: seconds.meta({ description: 'Age of the oldest unfinished batch; null if there is none' }),
    })
    .meta({ description: 'The batches that the key can see' }),
  account: z
    .object({
      usedBytes: z.int().meta({ description: 'Storage for its frames, thumbnails, features and profiles' }),
      maxBytes: z.int().nullable().meta({ description: 'Storage limit; null if there is none' }),
    })
    .optional()
    .meta({ description: 'The storage of the account; absent for a key that is limited to a project' }),
  deliveries: z
    .object({
      overdueSeconds: seconds.meta({
        description: 'How long the oldest due delivery has been waiting; null if none is due',
      }),
    })
    .meta({ description: 'For the webhooks that the key can see' }),
})
export type ServiceStatus = Readonly<z.infer<typeof ServiceStatus>>
