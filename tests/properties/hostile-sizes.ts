import { metadataCharactersMax } from '@palate/core/batches/schema.ts'
import { nestingMax, valuesPerBodyMax } from '@palate/core/json.ts'
import { bodyBytesMax, type Route } from '@palate/core/route.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import {
  explanationsPerRequestMax,
  framesPerRequestMax,
  framesWithRegionsMax,
} from '@palate/core/taste/scoring-schema.ts'

/** A query or a body with one value at or past a limit. */
export interface SizedInput {
  readonly part: 'query' | 'body'
  /** JSON Pointer of the value within the part. */
  readonly pointer: string
  readonly limit: string
  readonly isAllowed: boolean
  /** Creates the value on demand: some have megabytes. */
  readonly make: () => unknown
  /** Takes seconds, because much is stored or scored. */
  readonly isLarge: boolean
}

/** Every limit in a route's schemas, from both sides. `known` has values for members that must name something real. */
export function sizedInputs(schemas: RouteSchemas, known: Samples): readonly SizedInput[] {
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = schemas[part]
    if (!schema) return []
    // Numbers in a query are described only by their parsed type.
    const io = part === 'query' ? 'output' : 'input'
    const described = describe(schema, io)
    const text = part === 'query' ? String : (value: unknown) => value
    return limitsIn(described, { pointer: '', name: '', known, wrap: (value) => value, text }).map((input) => ({
      ...input,
      part,
    }))
  })
}

/** Limits that no schema has: of a whole body, and of lists and objects with their own error. */
export function sizedBodies(operation: string, { body: rule }: Route, schemas: RouteSchemas, known: Samples) {
  if (rule?.kind !== 'json' || !schemas.body) return []
  const plain = { ...(smallest(describe(schemas.body, 'input'), '', known) as object), ...neededMembers[operation] }
  const { bytesMax = bodyBytesMax } = rule
  // A JSON-RPC message has no other members of its own.
  const isMessage = operation === 'callMcp'
  const withMember = (name: string, member: unknown) =>
    JSON.stringify({ ...plain, ...(isMessage ? { params: { [name]: member } } : { [name]: member }) })
  const padded = (bytes: number) => withMember('padding', 'x'.repeat(bytes - withMember('padding', '').length))
  const nested = (depth: number) => {
    const inside = depth - Number(isMessage)
    return withMember('padding', JSON.parse('['.repeat(inside) + ']'.repeat(inside)))
  }
  const counted = (values: number) => withMember('padding', Array(values).fill(0))
  const withExplanations = (frames: number) =>
    JSON.stringify({
      ...{ ...plain, dimensions: explainedDimensions, explain: true },
      frames: Array(frames).fill({ id: 'f', url: 'none' }),
    })
  const withRegions = (frames: number) =>
    JSON.stringify({
      ...{ ...plain, explain: true, regions: true },
      frames: Array(frames).fill({ id: 'f', url: 'none' }),
    })
  // Rewards have limits of their own, and no explanations.
  const takesFrames = 'frames' in plain && operation !== 'rewardFrames'
  const ofBody = [
    {
      limit: `${bytesMax} bytes`,
      allowed: () => padded(bytesMax),
      past: () => padded(bytesMax + 1),
      code: 'body_too_large',
    },
    { limit: `nesting ${nestingMax}`, allowed: () => nested(nestingMax - 1), past: () => nested(nestingMax) },
    // The padding itself and the values of the plain body also count.
    bytesMax > 2 * valuesPerBodyMax && {
      limit: `${valuesPerBodyMax} values`,
      allowed: () => counted(valuesPerBodyMax - 100),
      past: () => counted(valuesPerBodyMax),
    },
    takesFrames && {
      limit: `${framesPerRequestMax} frames`,
      allowed: () => withMember('frames', Array(framesPerRequestMax).fill({ id: 'f', url: 'none' })),
      past: () => withMember('frames', Array(framesPerRequestMax + 1).fill({ id: 'f', url: 'none' })),
      code: 'too_many_frames',
    },
    takesFrames && {
      limit: `${explanationsPerRequestMax} explanations`,
      allowed: () => withExplanations(explanationsPerRequestMax / explainedDimensions.length),
      past: () => withExplanations(explanationsPerRequestMax / explainedDimensions.length + 1),
      code: 'too_many_explanations',
    },
    takesFrames && {
      limit: `${framesWithRegionsMax} frames with regions`,
      allowed: () => withRegions(framesWithRegionsMax),
      past: () => withRegions(framesWithRegionsMax + 1),
      code: 'too_many_frames',
    },
    operation === 'submitBatch' && {
      limit: `${metadataCharactersMax} characters of metadata`,
      allowed: () => withMember('metadata', { m: 'x'.repeat(metadataCharactersMax - '{"m":""}'.length) }),
      past: () => withMember('metadata', { m: 'x'.repeat(metadataCharactersMax) }),
    },
  ]
  return ofBody.filter((limit) => limit !== false).map((limit) => ({ code: 'invalid_request', ...limit, bytesMax }))
}

/** Enough that their explanations, not the frames, exceed the limit. */
const explainedDimensions = ['aesthetics', 'likeness', 'usability', 'warmth', 'brightness']

/** Requirements of a body beyond its schema. */
const neededMembers: Readonly<Record<string, object>> = {
  addAnnotations: { constraints: [{}] },
  callMcp: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  createAsk: { first: 'https://pictures.test/a', second: 'https://pictures.test/b' },
  // They need frames.
  createShare: { dimension: undefined, threshold: undefined, boardId: undefined },
  createSession: { key: 'none' },
}

/** Values by member name, for text that must be meaningful. */
export type Samples = Readonly<Record<string, string | number>>

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly format?: string
  readonly examples?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
}

const descriptions = new Map<object, Schema>()

function describe(schema: NonNullable<RouteSchemas['body']>, io: 'input' | 'output'): Schema {
  const described = descriptions.get(schema) ?? (schema.toJSONSchema({ io, unrepresentable: 'any' }) as Schema)
  descriptions.set(schema, described)
  return described
}

/** The position of a schema: how to put a value there. */
interface Place {
  readonly pointer: string
  readonly name: string
  readonly known: Samples
  readonly wrap: (value: unknown) => unknown
  readonly text: (value: unknown) => unknown
}

type Limit = Omit<SizedInput, 'part'>

/** Storing or scoring a longer list takes seconds. */
const smallListMax = 1000

function limitsIn(schema: Schema, place: Place): readonly Limit[] {
  if (schema.anyOf) return schema.anyOf.flatMap((one) => limitsIn(one, place))
  const make = limitsOf[schema.type ?? ''] ?? (() => [])
  return [
    ...make(schema, place).map(({ isLarge = false, value, ...limit }) => ({
      ...limit,
      pointer: place.pointer,
      isLarge,
      make: () => place.wrap(place.text(value())),
    })),
    ...limitsBelow(schema, place),
  ]
}

function limitsBelow(schema: Schema, place: Place): readonly Limit[] {
  const { properties = {}, additionalProperties, items } = schema
  const { name, known, wrap } = place
  const members = Object.entries(properties).flatMap(([member, one]) => {
    const around = (value: unknown) => wrap({ ...(smallest(schema, name, known) as object), [member]: value })
    return limitsIn(one, { ...place, pointer: `${place.pointer}/${member}`, name: member, wrap: around })
  })
  const anyMember =
    typeof additionalProperties === 'object'
      ? limitsIn(additionalProperties, { ...place, pointer: `${place.pointer}/any`, wrap: (any) => wrap({ any }) })
      : []
  const item = items ? limitsIn(items, { ...place, pointer: `${place.pointer}/0`, wrap: (value) => wrap([value]) }) : []
  return [...members, ...anyMember, ...item]
}

interface Side {
  readonly limit: string
  readonly isAllowed: boolean
  readonly isLarge?: boolean
  readonly value: () => unknown
}

const limitsOf: Readonly<Record<string, (schema: Schema, place: Place) => readonly Side[]>> = {
  string(schema, { name, known }) {
    const [, shortest = schema.minLength, longest = schema.maxLength] =
      /\{(\d+),(\d+)\}\$$/.exec(schema.pattern ?? '')?.map(Number) ?? []
    return sides('characters', shortest, longest, (length) =>
      String(known[name] ?? 'x')
        .padEnd(length, 'x')
        .slice(0, length),
    )
  },
  number: (schema) => numberSides(schema, 1e-6),
  integer: (schema) => numberSides(schema, 1),
  array({ items = {}, minItems, maxItems }, { name, known }) {
    const item = smallest(items, name, known)
    return sides('items', minItems, maxItems, (length) => Array.from({ length }, (_, i) => distinct(item, i)))
  },
}

function sides(
  unit: string,
  min: number | undefined,
  max: number | undefined,
  make: (size: number) => unknown,
): readonly Side[] {
  const side = (limit: string, size: number, isAllowed: boolean) => ({
    limit: `${limit} ${unit}`,
    isAllowed,
    isLarge: isAllowed && unit === 'items' && size > smallListMax,
    value: () => make(size),
  })
  return [
    ...(max === undefined ? [] : [side(`at most ${max}`, max, true), side(`at most ${max}`, max + 1, false)]),
    ...(min ? [side(`at least ${min}`, min, true), side(`at least ${min}`, min - 1, false)] : []),
  ]
}

function numberSides({ minimum, maximum, exclusiveMinimum }: Schema, step: number): readonly Side[] {
  const side = (limit: string, value: number, isAllowed: boolean) => ({ limit, isAllowed, value: () => value })
  return [
    ...(maximum === undefined ? [] : [side(`≤ ${maximum}`, maximum, true), side(`≤ ${maximum}`, maximum + 1, false)]),
    ...(minimum === undefined ? [] : [side(`≥ ${minimum}`, minimum, true), side(`≥ ${minimum}`, minimum - 1, false)]),
    ...(exclusiveMinimum === undefined
      ? []
      : [
          side(`> ${exclusiveMinimum}`, exclusiveMinimum + step, true),
          side(`> ${exclusiveMinimum}`, exclusiveMinimum, false),
        ]),
  ]
}

/** A small value that fits a schema: with the members that it needs, and those that have a sample. */
function smallest(schema: Schema, name: string, known: Samples): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const isText = ({ type, anyOf = [] }: Schema): boolean => type === 'string' || anyOf.some(isText)
  if (known[name] !== undefined && isText(schema)) return known[name]
  const choice = schema.anyOf?.find(({ type }) => type === 'null') ?? schema.anyOf?.[0]
  if (choice) return smallest(choice, name, known)
  return (smallestOf[schema.type ?? ''] ?? (() => null))(schema, name, known)
}

const smallestOf: Readonly<Record<string, (schema: Schema, name: string, known: Samples) => unknown>> = {
  boolean: () => false,
  number: ({ minimum, exclusiveMinimum = -1 }, name, known) => known[name] ?? minimum ?? exclusiveMinimum + 1,
  integer: ({ minimum = 0 }) => Math.max(minimum, 0),
  string: ({ format, examples }) => examples?.[0] ?? (format === 'date-time' ? '2026-01-01T00:00:00Z' : 'x'),
  array: ({ items = {}, minItems = 0 }, name, known) =>
    Array.from({ length: minItems }, (_, i) => distinct(smallest(items, name, known), i)),
  object: ({ properties = {}, required = [] }, _, known) => {
    const members = Object.entries(properties).filter(([member]) => required.includes(member) || member in known)
    return Object.fromEntries(members.map(([member, one]) => [member, smallest(one, member, known)]))
  },
}

/** The same object with a unique id and name. */
function distinct(item: unknown, i: number): unknown {
  if (typeof item !== 'object' || item === null) return item
  const own = i === 0 ? 'main' : `item ${i}`
  return { ...item, ...('id' in item && { id: own }), ...('name' in item && { name: own }) }
}
