import { formatKey } from '@palate/core/keys/format.ts'
import { expect, test } from 'vitest'
import { authenticate } from './authenticate.ts'

const key = formatKey(Array.from({ length: 32 }, (_, i) => i))
const now = '2026-01-01T00:00:00.000Z'

/** The look into the store, which notes that it was asked. */
function createFinder() {
  const asked: string[] = []
  return {
    asked,
    findKey: async (wanted: string) => {
      asked.push(wanted)
      return undefined
    },
  }
}

test.each([
  ['a wrong checksum', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
  ['a wrong length', 'plt_short'],
  ['another prefix', `xyz_${key.slice(4)}`],
])('a key with %s is refused without touching the store', async (_, wrong) => {
  const { asked, findKey } = createFinder()
  await expect(authenticate(`Bearer ${wrong}`, findKey, now)).rejects.toMatchObject({ code: 'invalid_api_key' })
  expect(asked).toEqual([])
})

test('a well-formed key is looked up, and refused where there is none', async () => {
  const { asked, findKey } = createFinder()
  await expect(authenticate(`Bearer ${key}`, findKey, now)).rejects.toMatchObject({ code: 'invalid_api_key' })
  expect(asked).toEqual([key])
})
