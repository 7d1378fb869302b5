import type { Route } from '@palate/core/route.ts'
import type { RouteSchemas } from '@palate/core/route-types.ts'
import fc from 'fast-check'

/** A request that fits the route's schemas, with up to three values replaced by hostile ones. */
export interface HostileRequest {
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** Requests for a route. `known` are ids that exist, so that requests get past the first checks. */
export function hostileRequests(
  route: Route,
  schemas: RouteSchemas,
  known: readonly string[],
): fc.Arbitrary<HostileRequest> {
  const part = (schema: RouteSchemas['body']) =>
    schema ? poisoned(fitting(schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as Schema, known)) : nothing
  return fc
    .record({
      params: part(schemas.params),
      query: part(schemas.query),
      body: part(schemas.body),
      raw: rawBody,
      tail: rawQuery,
    })
    .map(({ params, query, body, raw, tail }) => ({
      path: pathOf(route.path, params) + queryOf(query, tail),
      body: schemas.body ? (raw ?? bodyOf(body)) : undefined,
    }))
}

/**
 * Each hostile value in each parameter and in each member of the body, one at a time: few enough to try them all. On
 * the second store, only values that stores treat differently.
 */
export function poisonedOnce(
  { path }: Route,
  { params, query, body }: RouteSchemas,
  known: string,
  { texts, values }: Poison = allPoison,
): readonly HostileRequest[] {
  const sane = Object.fromEntries(namesIn(params).map((name) => [name, known]))
  const plain = { path: pathOf(path, sane), body: body && '{}' }
  return [
    ...texts.flatMap((text) => [
      ...namesIn(params).map((name) => ({ ...plain, path: pathOf(path, { ...sane, [name]: text }) })),
      ...namesIn(query).map((name) => ({ ...plain, path: plain.path + queryOf({ [name]: text }, '') })),
    ]),
    ...[...texts, ...values].flatMap((dose) =>
      namesIn(body).map((name) => ({ ...plain, body: bodyOf({ [name]: dose }) })),
    ),
  ]
}

function namesIn(schema: RouteSchemas['body']): readonly string[] {
  const { properties = {} } = (schema?.toJSONSchema({ io: 'input', unrepresentable: 'any' }) ?? {}) as Schema
  return Object.keys(properties)
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly format?: string
  readonly examples?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
}

const nothing = fc.constant(undefined)

/** Represents a number that JSON can express and a double cannot. */
const endlessNumber = '@@1e999@@'
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown

const poisonTexts = [
  '',
  ' ',
  'a\0b',
  '\0',
  '\ud800',
  'x\udfff',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '\u202e\u200b\ufeff',
  '\x01\x1b[2J\x7f',
  "'; drop table profiles; --",
  '%00',
  '../..',
  'null',
  '-0',
  '1e999',
  'x'.repeat(20_000),
  '🎨'.repeat(300),
]
/** Texts that a database may not be able to store, find or compare. */
const storedTexts = [
  'a\0b',
  '\ud800',
  '\u202e\u200b\ufeff',
  "'; drop table profiles; --",
  'x'.repeat(20_000),
  '🎨'.repeat(300),
]
const poisonNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -1e308, 5e-324, endlessNumber]
const poisonValues = [
  [],
  {},
  [[]],
  [null],
  nested(63),
  nested(65),
  nested(500),
  Array(3000).fill(null),
  JSON.parse('{"__proto__": {"polluted": true}}'),
  JSON.parse('{"constructor": {"prototype": {"polluted": true}}, "id": "main"}'),
  { toString: null, valueOf: 1, toJSON: 'x', length: -1 },
  { length: { toString: null, valueOf: null } },
  { 'a\0b': 1 },
  { '\ud800': 1 },
  { id: 'a', frameA: { id: '__proto__' } },
]

interface Poison {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]
}
const allPoison: Poison = { texts: poisonTexts, values: poisonValues }
export const storePoison: Poison = { texts: storedTexts, values: [{ 'a\0b': 1 }, { '\ud800': 1 }] }

/** Any character. Like the unit `binary`, for which fast-check would keep a table of 140 MB in memory. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))

const poison = fc.oneof(
  fc.constantFrom<unknown>(...poisonTexts),
  fc.constantFrom<unknown>(null, true, false, ...poisonNumbers),
  fc.constantFrom<unknown>(...poisonValues),
  fc.string({ unit: character }),
  fc.jsonValue({ maxDepth: 2 }),
)

const rawBody = fc.oneof(
  { arbitrary: nothing, weight: 12 },
  {
    arbitrary: fc.constantFrom<string | Uint8Array<ArrayBuffer>>(
      '',
      'null',
      '{',
      '{"a":',
      '\ufeff{}',
      '{"name":1e999,"projectId":-1e999}',
      '{"a":1,"a":2}',
      "{'a':1}",
      'NaN',
      '"\ud83c"',
      '['.repeat(100_000),
      `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
      `"${'x'.repeat(1_100_000)}"`,
      new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      new Uint8Array([0, 0, 0, 0]),
    ),
    weight: 1,
  },
)
const rawQuery = fc.oneof(
  { arbitrary: fc.constant(''), weight: 8 },
  fc.constantFrom(
    '%',
    '%zz=1',
    '__proto__=1',
    'limit=1&limit=2',
    'cursor[]=1',
    '=&&=',
    'a=%ED%A0%80',
    'cursor=%00',
    'limit=1e999',
  ),
)

/** Values that match a schema, or nearly: patterns are matched mostly by the known ids. */
function fitting(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, known)))
  const types = [schema.type ?? 'any'].flat()
  return fc.oneof(...types.map((type) => (makers[type] ?? makers.any)(schema, known)))
}

type Maker = (schema: Schema, known: readonly string[]) => fc.Arbitrary<unknown>
const makers: Readonly<Record<string, Maker>> & { readonly any: Maker } = {
  any: () => anyJson,
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = 0, maximum = 1000 }) => fc.integer({ min: minimum, max: Math.min(maximum, minimum + 1000) }),
  number: ({ minimum = 0, maximum = 1000 }) => fc.double({ min: minimum, max: maximum, noNaN: true }),
  string: ({ format, examples }, known) => {
    // Only times have examples.
    if (format === 'date-time' || examples) return fc.constantFrom(...timestamps)
    return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, shortText)
  },
  array: ({ items = {} }, known) => fc.array(fitting(items, known), { maxLength: 3 }),
  object: ({ properties = {}, required = [], additionalProperties }, known) => {
    const members = Object.entries(properties).map(([name, one]) => [name, fitting(one, known)] as const)
    const named = fc.record(Object.fromEntries(members), { requiredKeys: [...required] })
    if (members.length > 0 || typeof additionalProperties !== 'object') return named
    return fc.dictionary(memberName, fitting(additionalProperties, known), { maxKeys: 3 })
  },
}

// Created once: fast-check takes milliseconds to create an arbitrary of texts.
const shortText = fc.string({ minLength: 1, maxLength: 12 })
const memberName = fc.string({ maxLength: 5 })
const anyJson = fc.jsonValue({ maxDepth: 2 })

const timestamps = [
  '2026-01-01T00:00:00Z',
  '2024-02-29T23:59:59.123456789Z',
  '0000-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59.999-23:59',
  '2026-01-01T00:00',
  '20260101T2400+2359',
]

function poisoned(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(fc.tuple(fc.nat(10_000), poison), { maxLength: 3 }))
    .map(([value, doses]) =>
      doses.reduce((whole, [place, dose]) => replaceNth(whole, place % sizeOf(whole), dose), value),
    )
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, member) => sum + Math.min(sizeOf(member), 200), 1)
}

/** The value with the nth of its parts, counted from the outside, replaced. */
function replaceNth(value: unknown, n: number, by: unknown): unknown {
  if (n === 0) return by
  if (typeof value !== 'object' || value === null) return value
  let rest = n - 1
  const entries = Object.entries(value).map(([name, member]) => {
    const size = Math.min(sizeOf(member), 200)
    const here = rest >= 0 && rest < size
    const made = here ? replaceNth(member, rest, by) : member
    rest -= size
    return [name, made] as const
  })
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries)
}

function bodyOf(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(`"${endlessNumber}"`, '1e999')
}

function pathOf(pattern: string, params: unknown): string {
  const values = new Map(Object.entries(typeof params === 'object' && params !== null ? params : {}))
  return pattern.replace(/:(\w+)/g, (_, name: string) => percentEncode(values.get(name)))
}

function queryOf(query: unknown, tail: string): string {
  const named = Object.entries(typeof query === 'object' && query !== null ? query : {}).flatMap(([name, value]) =>
    [value].flat().map((one) => `${percentEncode(name)}=${percentEncode(one)}`),
  )
  const all = [...named, tail].filter((piece) => piece !== '')
  return all.length > 0 ? `?${all.join('&')}` : ''
}

/** Percent-encodes any text. Lone surrogates become bytes that are not UTF-8. */
function percentEncode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return Array.from(text.slice(0, 5000), (one) => {
    return one.isWellFormed() ? encodeURIComponent(one) : `%ED%A0%${(0x80 + (one.charCodeAt(0) & 0x3f)).toString(16)}`
  }).join('')
}
