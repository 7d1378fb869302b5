import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, findUnstorable, nestingMax, pointerToken, sameJson, valuesPerBodyMax } from './json.ts'

const textRule = 'text must be well-formed Unicode without NUL'

describe('values that a store could not return', () => {
  test.each([
    ['plain values', { a: [1, 'x', null, true, { b: -0.5 }] }],
    ['characters outside the first plane', '😀'],
    ['the largest number', Number.MAX_VALUE],
    ['members named like inherited object members', { constructor: 1, toString: 2, prototype: 3 }],
    ['an empty member name', { '': 'x' }],
  ])('%s can be stored', (_, value) => {
    expect(find(value)).toBeUndefined()
  })

  test.each([
    ['a NUL', { a: 'x\0y' }, { path: '/a', message: textRule }],
    ['a lone surrogate', { a: [0, '\ud800'] }, { path: '/a/1', message: textRule }],
    [
      'a number outside the range of a double',
      [JSON.parse('1e999')],
      { path: '/0', message: 'the number is too large' },
    ],
    [
      'the member name __proto__',
      JSON.parse('{"a":{"__proto__":1}}'),
      { path: '/a', message: 'the member name __proto__ is not allowed' },
    ],
    ['a member name with a NUL', { a: { '\0': 1 } }, { path: '/a', message: `a member name: ${textRule}` }],
    ['a bad text at the top', '\udc00', { path: '', message: textRule }],
  ])('%s is found, with its path', (_, value, found) => {
    expect(find(value)).toEqual(found)
  })

  test.each([
    ['0', undefined],
    ['9007199254740991', undefined],
    ['-9007199254740991', undefined],
    ['9007199254740992', ''],
    ['-9007199254740993', ''],
    ['{"a":[0,{"b/c":12345678901234567890}]}', '/a/1/b~1c'],
    ['[1e300, 123e45, 1E22, -2.5e100, 9007199254740993.0]', undefined],
    ['["9007199254740993", 9007199254740991, 0.30000000000000004]', undefined],
    ['[1e16, "12345678901234567890", 12345678901234567890]', '/2'],
    ['[1e300, "a\\\\", 12345678901234567890, "b"]', '/2'],
    ['[1e300, "a\\",12345678901234567890,\\"", "b"]', undefined],
    ['{"a":9007199254740993,"a":1e300}', undefined],
  ])('an integer that a double rounds is found: %s', (json, path) => {
    const message = 'integers must be from -9007199254740991 to 9007199254740991; send larger ones as text'
    expect(findUnstorable(JSON.parse(json), json)).toEqual(path === undefined ? undefined : { path, message })
  })

  test('names in a path are escaped as in a JSON Pointer', () => {
    expect(find({ 'a/b~c': { '~1': '\0' } })).toEqual({ path: '/a~1b~0c/~01', message: textRule })
  })

  test(`lists and objects may be nested ${nestingMax} deep and no deeper`, () => {
    expect(find(nested(64))).toBeUndefined()
    expect(find(nested(65))).toEqual({ path: '/0'.repeat(64), message: 'nested deeper than 64' })
    expect(find(JSON.parse(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`))).toBeUndefined()
    expect(find(JSON.parse(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`))?.path).toBe('/a'.repeat(64))
  })

  test('very deep nesting does not overflow the stack', () => {
    expect(find(nested(200_000))?.message).toBe('nested deeper than 64')
  })

  test('the number of values in a body is limited', () => {
    expect(find(new Array(valuesPerBodyMax - 1).fill(0))).toBeUndefined()
    expect(find(new Array(valuesPerBodyMax).fill(0))).toEqual({
      path: '',
      message: 'contains more than 2000000 values',
    })
  })
})

describe('canonical JSON', () => {
  test('the order of members does not matter, the order of items does', () => {
    expect(canonicalJson({ b: 1, a: { d: [2, 1], c: 'x' } })).toBe('{"a":{"c":"x","d":[2,1]},"b":1}')
    expect(sameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true)
    expect(sameJson([1, 2], [2, 1])).toBe(false)
  })

  test('an undefined member is omitted, and an undefined item is null', () => {
    expect(canonicalJson({ a: undefined, b: null })).toBe('{"b":null}')
    expect(canonicalJson([undefined])).toBe('[null]')
    expect(sameJson({ a: undefined }, {})).toBe(true)
    expect(sameJson({ a: null }, {})).toBe(false)
  })

  test('values of different kinds are never the same', () => {
    expect(sameJson('1', 1)).toBe(false)
    expect(sameJson([], {})).toBe(false)
    expect(sameJson(null, 'null')).toBe(false)
  })
})

test('a token of a JSON Pointer has ~ as ~0 and / as ~1', () => {
  expect(pointerToken('a/b~c~1')).toBe('a~1b~0c~01')
  expect(pointerToken('plain')).toBe('plain')
})

/** For values whose text makes no difference. */
function find(value: unknown) {
  return findUnstorable(value, 'null')
}

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 1; level < depth; level++) value = [value]
  return value
}

test('two values are the same exactly if their canonical texts are', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom(null, 0, -0, 1, '', '0', 'a', true, undefined),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '1', 'toString'), tie('any'), { maxKeys: 3 }),
    ),
  })).any
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(sameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b))
      expect(sameJson({ a }, JSON.parse(JSON.stringify({ a })))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
