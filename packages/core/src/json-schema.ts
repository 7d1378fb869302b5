import { z } from 'zod'

/** A schema as JSON Schema, to stand inside a larger description. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
