import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FrameReader, lookupsPerAccountMax } from './frame-reader.ts'

test('an account looks up 8 frames at a time, and another one does not wait for them', async () => {
  expect(lookupsPerAccountMax).toBe(8)
  const running: string[] = []
  const waiting: (() => void)[] = []
  const frames = {
    async findFrames(_: unknown, { accountId }: { accountId: string }) {
      running.push(accountId)
      await new Promise<void>((resolve) => waiting.push(resolve))
      return new Map()
    },
  }
  const reader = new FrameReader({ store: {}, frames } as unknown as ConstructorParameters<typeof FrameReader>[0])
  const read = (accountId: string) => reader.readLibraryFrame('frm', 'p', { priority: 'realtime', accountId })
  const reading = [...Array.from({ length: 20 }, () => read('many')), read('one')]
  await nextTurn()
  expect(running).toEqual([...Array(lookupsPerAccountMax).fill('many'), 'one'])
  for (let end = waiting.shift(); end; end = waiting.shift()) {
    end()
    await nextTurn()
  }
  expect(await Promise.all(reading)).toEqual(Array(21).fill(undefined))
})
