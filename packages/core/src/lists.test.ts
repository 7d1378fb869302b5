import { describe, expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import { byName, faultsPerListMax, listOf } from './lists.ts'

const many = Array.from({ length: 100_000 }, () => 0)

describe('a list in a request', () => {
  test('is read to the last item if all are valid', () => {
    expect(listOf(z.string()).parse(['a', 'b'])).toEqual(['a', 'b'])
  })

  test('reports invalid items with their path', () => {
    const { error } = z
      .object({ list: listOf(z.object({ id: z.string() })) })
      .safeParse({ list: [{ id: 'a' }, { id: 1 }] })
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['list', 1, 'id'], 'Invalid input: expected string, received number'],
    ])
  })

  test('is not read further after 50 errors, even in nested lists', () => {
    const isText = vi.fn((value: unknown) => typeof value === 'string')
    const { error } = listOf(listOf(z.custom(isText))).safeParse([many, many])
    expect(error?.issues).toHaveLength(faultsPerListMax)
    expect(isText).toHaveBeenCalledTimes(faultsPerListMax)
  })

  test('with a wrong length is not read at all', () => {
    const isAny = vi.fn(() => true)
    const { error } = listOf(z.custom(isAny), { min: 1, max: 3 }).safeParse(many)
    expect(error?.issues.map(({ message }) => message)).toEqual(['must have 1 to 3 items'])
    expect(isAny).not.toHaveBeenCalled()
    expect(listOf(z.custom(isAny), { min: 1 }).safeParse([]).error?.issues[0]?.message).toBe(
      'must have 1 or more items',
    )
  })

  test('is read only up to `enough` items', () => {
    expect(listOf(z.number(), { enough: 3 }).parse(many)).toEqual([0, 0, 0])
  })

  test.each([null, 'text', { length: 1 }, { length: { toString: null, valueOf: null } }])('is not %j', (value) => {
    expect(listOf(z.unknown(), { min: 1, max: 2 }).safeParse(value).success).toBe(false)
  })

  test("keeps its items' input and output types", () => {
    const list = listOf(z.object({ id: z.string(), size: z.string().transform(Number) }))
    expectTypeOf<z.input<typeof list>>().toEqualTypeOf<readonly { id: string; size: string }[]>()
    expectTypeOf<z.output<typeof list>>().toEqualTypeOf<readonly { id: string; size: number }[]>()
    // @ts-expect-error: neither 42 nor null is an item
    const wrong: z.input<typeof list> = [42, null]
    expect(list.safeParse(wrong).success).toBe(false)
    const named = byName(z.string().transform(Number))
    expectTypeOf<z.input<typeof named>>().toEqualTypeOf<Record<string, string>>()
    expectTypeOf<z.output<typeof named>>().toEqualTypeOf<Record<string, number>>()
  })

  test('creates a JSON Schema only on demand', () => {
    const item = z.string()
    const describeItem = vi.fn(() => ({ type: 'string' }))
    item._zod.toJSONSchema = describeItem
    const schema = z.object({ list: listOf(item), named: byName(item) })
    expect(describeItem).not.toHaveBeenCalled()
    z.toJSONSchema(schema)
    expect(describeItem).toHaveBeenCalledOnce()
  })

  test('has the JSON Schema of an array of its items', () => {
    const schema = z.object({ list: listOf(z.object({ id: z.string() }), { min: 1, max: 3 }) })
    for (const io of ['input', 'output'] as const) {
      expect(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).toMatchObject({
        properties: {
          list: { type: 'array', minItems: 1, maxItems: 3, items: { properties: { id: { type: 'string' } } } },
        },
      })
    }
  })
})

test('members by name are read in the same way', () => {
  expect(byName(z.number()).parse({ a: 1, toString: 2 })).toEqual({ a: 1, toString: 2 })
  const wrong = Object.fromEntries(many.map((_, i) => [`n${i}`, 'x']))
  const { error } = byName(z.number()).safeParse(wrong)
  expect(error?.issues).toHaveLength(faultsPerListMax)
  expect(error?.issues[0]?.path).toEqual(['n0'])
})
