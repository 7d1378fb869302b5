import { expect, test } from 'vitest'
import { lookUpTogether, lookUpTogetherOf } from './look-up-together.ts'

function stored(values: Readonly<Record<string, number>>) {
  const lookups: (readonly string[])[] = []
  const find = lookUpTogether(async (keys) => {
    lookups.push(keys)
    if (keys.includes('broken')) throw new Error('the store is away')
    return new Map(keys.flatMap((key) => (key in values ? [[key, values[key]] as const] : [])))
  })
  return { find, lookups }
}

test('what is asked for at once is one lookup with each key once; later questions are another', async () => {
  const { find, lookups } = stored({ a: 1, b: 2 })
  expect(await Promise.all(['a', 'b', 'a', 'c'].map(find))).toEqual([1, 2, 1, undefined])
  expect(await find('b')).toBe(2)
  expect(lookups).toEqual([['a', 'b', 'c'], ['b']])
})

test('a lookup that fails rejects those who asked, and nobody after them', async () => {
  const { find } = stored({ a: 1 })
  const asked = await Promise.allSettled([find('a'), find('broken')])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find('a')).toBe(1)
})

test('each owner has lookups of its own', async () => {
  const lookups: string[] = []
  const find = lookUpTogetherOf(
    ({ name }: { readonly name: string }) => name,
    async ({ name }, keys) => {
      lookups.push(`${name} ${keys}`)
      return new Map(keys.map((key) => [key, `${key} of ${name}`]))
    },
  )
  const asked = [find({ name: 'one' }, 'a'), find({ name: 'other' }, 'a'), find({ name: 'one' }, 'b')]
  expect(await Promise.all(asked)).toEqual(['a of one', 'a of other', 'b of one'])
  expect(lookups).toEqual(['one a,b', 'other a'])
})
