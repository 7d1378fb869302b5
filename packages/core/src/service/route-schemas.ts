import { z } from 'zod'
import type { SchemasFor } from '../route-types.ts'
import type { serviceRoutes } from './routes.ts'
import { McpMessage, ServiceStatus } from './schema.ts'

export const serviceSchemas = {
  health: { reply: z.object({ status: z.literal('ok') }) },
  readiness: { reply: z.object({ status: z.literal('ready') }) },
  getStatus: { reply: ServiceStatus },
  apiDescription: { reply: z.looseObject({ openapi: z.string() }) },
  apiPage: { reply: z.string() },
  callMcp: { body: McpMessage, reply: McpMessage },
} as const satisfies SchemasFor<typeof serviceRoutes>
