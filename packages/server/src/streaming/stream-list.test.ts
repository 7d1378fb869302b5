import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { realtime } from '../work/work-context.ts'
import { streamList } from './stream-list.ts'

const items = Array.from({ length: 3000 }, (_, i) => ({ id: `é${i}`, text: 'x'.repeat(i % 100), none: undefined }))

test.each([
  ['many items', items, { nextCursor: 'c' }],
  ['no items', [], {}],
  ['one item and no other member', [1], {}],
])('a streamed list of %s has the same text as in one piece', async (_, list, rest) => {
  expect(await text(streamList<unknown>('items', list, rest, realtime))).toBe(JSON.stringify({ items: list, ...rest }))
})

test('items are converted when they are sent', async () => {
  expect(await text(streamList('items', [1, 2], {}, realtime, (item) => ({ item })))).toBe(
    '{"items":[{"item":1},{"item":2}]}',
  )
})
