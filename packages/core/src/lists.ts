import { z } from 'zod'

/** Parsing stops after this many errors: a million invalid items must not produce a million messages. */
export const faultsPerListMax = 50

interface Bounds {
  readonly min?: number
  readonly max?: number
  /** Reads only this many items and drops the others, for callers that refuse longer lists with their own error. */
  readonly enough?: number
}

/**
 * An array in a request. zod's own array parses every item however many are invalid, and its length checks read
 * `length` from values that are not arrays, which throws for a hostile object.
 */
export function listOf<Item extends z.ZodType>(item: Item, bounds: Bounds = {}): List<Item> {
  const { min = 0, max } = bounds
  return new BoundedArray<Item>({ type: 'array', element: item, bounds }).meta({
    minItems: min,
    ...(max !== undefined && { maxItems: max }),
  })
}

type List<Item extends z.ZodType> = z.ZodType<readonly z.output<Item>[], readonly z.input<Item>[]>

/** An object in a request with one member for each name, parsed in the same way. */
export function byName<Item extends z.ZodType>(item: Item): z.ZodRecord<z.ZodString, Item> {
  return new BoundedRecord<Item>({ type: 'record', keyType: z.string(), valueType: item })
}

interface BoundedArrayDef<Item extends z.ZodType> extends z.core.$ZodArrayDef<Item> {
  readonly bounds: Bounds
}

/** Types and JSON Schema come from zod's array; only `parse` is ours. */
const BoundedArray = z.core.$constructor('BoundedArray', (schema: z.ZodArray, def: BoundedArrayDef<z.ZodType>) => {
  z.ZodArray.init(schema, def)
  const { min = 0, max = Number.POSITIVE_INFINITY, enough = Number.POSITIVE_INFINITY } = def.bounds
  const rule = max < Number.POSITIVE_INFINITY ? `must have ${min} to ${max} items` : `must have ${min} or more items`
  schema._zod.parse = (payload, context) => {
    const items = payload.value
    if (!Array.isArray(items)) return refuse(payload, { expected: 'array', code: 'invalid_type', input: items })
    if (items.length < min || items.length > max)
      return refuse(payload, { code: 'custom', message: rule, input: items })
    const read: unknown[] = []
    for (let i = 0; i < items.length && i < enough && !hasEnoughErrors(payload); i++) {
      read.push(readOne(def.element, items[i], i, payload, context))
    }
    payload.value = read
    return payload
  }
}) as unknown as new <Item extends z.ZodType>(
  def: BoundedArrayDef<Item>,
) => z.ZodArray<Item>

const BoundedRecord = z.core.$constructor(
  'BoundedRecord',
  (schema: z.ZodRecord<z.ZodString, z.ZodType>, def: z.core.$ZodRecordDef<z.ZodString, z.ZodType>) => {
    z.ZodRecord.init(schema, def)
    schema._zod.parse = (payload, context) => {
      const members = payload.value
      if (!z.core.util.isPlainObject(members)) {
        return refuse(payload, { expected: 'record', code: 'invalid_type', input: members })
      }
      const read: [string, unknown][] = []
      for (const [name, member] of Object.entries(members)) {
        if (hasEnoughErrors(payload)) break
        read.push([name, readOne(def.valueType, member, name, payload, context)])
      }
      payload.value = Object.fromEntries(read)
      return payload
    }
  },
) as unknown as new <Item extends z.ZodType>(
  def: z.core.$ZodRecordDef<z.ZodString, Item>,
) => z.ZodRecord<z.ZodString, Item>

function refuse(payload: z.core.ParsePayload, issue: z.core.$ZodRawIssue): z.core.ParsePayload {
  payload.issues.push(issue)
  return payload
}

function hasEnoughErrors({ issues }: z.core.ParsePayload): boolean {
  return issues.length >= faultsPerListMax
}

function readOne(
  item: z.ZodType,
  value: unknown,
  key: PropertyKey,
  { issues }: z.core.ParsePayload,
  context: z.core.ParseContextInternal,
): unknown {
  const result = item._zod.run({ value, issues: [] }, context)
  if (result instanceof Promise) throw new z.core.$ZodAsyncError()
  if (result.issues.length > 0) issues.push(...z.core.util.prefixIssues(key, result.issues))
  return result.value
}
