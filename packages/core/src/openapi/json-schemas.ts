import { z } from 'zod'
import type { JsonSchema } from './objects.ts'

/** Which side of a schema is described: what a client sends, or what it receives. */
export type Side = 'input' | 'output'

/** Schemas by name, each as JSON Schema that refers to the others by name. */
export function namedSchemas(table: Readonly<Record<string, z.ZodType>>, io: Side): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(table)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { io, uri: schemaPath, unrepresentable: 'any', override: simplify })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutHead(schema)]))
}

/** One schema as self-contained JSON Schema. */
export function inlineSchema(schema: z.ZodType, io: Side): JsonSchema {
  return withoutHead(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify }))
}

export function schemaPath(name: string): string {
  return `#/components/schemas/${name}`
}

function withoutHead({ $schema: _, $id: __, ...schema }: z.core.JSONSchema.BaseSchema): JsonSchema {
  return schema as JsonSchema
}

/**
 * Removes details that do not help a reader: the bounds of safe integers, and that property names are strings. Also
 * removes `additionalProperties: false`, because later versions may add members.
 */
function simplify({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  delete jsonSchema.propertyNames
}
