import { z } from 'zod'
import { jsonSchemaOf } from './json-schema.ts'

/** What is wrong with a list is told up to here: a million wrong items must not cost a million messages. */
export const faultsPerListMax = 50

interface Bounds {
  readonly min?: number
  readonly max?: number
  /** So many are read, the others cut off: for whoever refuses that many in words of their own. */
  readonly enough?: number
}

/**
 * A list in a request, read item by item until too much of it is wrong. The schema library would read it to the end, and
 * its own limits would ask what is no list for its `length`, too, and that of a hostile object throws when it is compared.
 */
export function listOf<Item extends z.ZodType>(
  item: Item,
  { min = 0, max, enough = Number.POSITIVE_INFINITY }: Bounds = {},
) {
  const rule = max === undefined ? `must have at least ${min}` : `must have ${min} to ${max} of them`
  return z
    .array(z.unknown())
    .transform((items, context): z.output<Item>[] => {
      if (items.length < min || items.length > (max ?? items.length)) {
        context.issues.push({ code: 'custom', message: rule, input: undefined })
        return z.NEVER
      }
      return readEach(items.slice(0, enough).entries(), item, context).map(([, one]) => one)
    })
    .meta({
      type: 'array',
      items: jsonSchemaOf(item, 'input'),
      minItems: min,
      ...(max !== undefined && { maxItems: max }),
    })
}

/** A member for each name, read in the same way. */
export function byName<Item extends z.ZodType>(item: Item) {
  return z
    .record(z.string(), z.unknown())
    .transform(
      (members, context): Record<string, z.output<Item>> =>
        Object.fromEntries(readEach(Object.entries(members), item, context)),
    )
    .meta({ type: 'object', additionalProperties: jsonSchemaOf(item, 'input') })
}

function readEach<Key extends PropertyKey, Item extends z.ZodType>(
  entries: Iterable<readonly [Key, unknown]>,
  item: Item,
  { issues }: z.core.ParsePayload,
): (readonly [Key, z.output<Item>])[] {
  const read: (readonly [Key, z.output<Item>])[] = []
  for (const [key, value] of entries) {
    const { data, error } = item.safeParse(value)
    if (error === undefined) read.push([key, data as z.output<Item>])
    for (const issue of error?.issues ?? []) {
      issues.push({ code: 'custom', message: issue.message, path: [key, ...issue.path], input: undefined })
    }
    if (issues.length >= faultsPerListMax) break
  }
  return read
}
