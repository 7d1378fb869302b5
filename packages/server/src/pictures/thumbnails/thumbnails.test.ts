import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createObjectStore } from '../../bucket/object-store.ts'
import type { Store } from '../../store/store.ts'
import { previewSide } from '../decoding/thumbnail-sides.ts'
import { Thumbnails, thumbnailBytesInMemoryMax, unwrittenThumbnailBytesMax } from './thumbnails.ts'

const kilobytes = (count: number) => randomBytes(count * 1000)
const hashOf = (i: number) => `hash ${i}`

/** Thumbnails on an empty store that rejects writes. */
function createThumbnails() {
  const rendered: number[] = []
  const none = {
    selectFrom: () => none,
    select: () => none,
    where: () => none,
    executeTakeFirst: async () => undefined,
  }
  const write = () => Promise.reject(new Error('the disk is full'))
  const store = { read: none, write, accountBytesMax: Number.POSITIVE_INFINITY } as unknown as Store
  const services = { store, clock: () => new Date(), log: pino({ level: 'silent' }) }
  const thumbnails = new Thumbnails(
    services,
    {
      admit: async () => () => {},
      thumbnail: async (_, side) => {
        rendered.push(side)
        return kilobytes(100)
      },
    },
    createObjectStore({ framesHome: undefined, framesHomesOld: [], s3Credentials: { kind: 'none' } }),
  )
  return { thumbnails, rendered }
}

test('previews that cannot be stored take a bounded number of bytes: the oldest are dropped', async () => {
  const { thumbnails } = createThumbnails()
  const data = kilobytes(100)
  const count = Math.ceil(unwrittenThumbnailBytesMax / data.length) + 5
  for (let i = 0; i < count; i++) thumbnails.addPreview('acct', hashOf(i), Promise.resolve(data))
  expect(thumbnails.hasUnwritten('acct', hashOf(0))).toBe(true)
  expect(await thumbnails.findPreview('acct', hashOf(0))).toEqual(data)
  await setImmediate()
  expect([thumbnails.hasUnwritten('acct', hashOf(0)), thumbnails.hasUnwritten('acct', hashOf(count - 1))]).toEqual([
    ...[false, true],
  ])
  expect(await thumbnails.findPreview('acct', hashOf(count - 1))).toEqual(data)
  expect(await thumbnails.findPreview('other', hashOf(count - 1))).toBeUndefined()
  await expect(thumbnails.close()).rejects.toThrow('the disk is full')
})

test('a thumbnail is created once while it is in memory, which is bounded in bytes', async () => {
  const { thumbnails, rendered } = createThumbnails()
  const make = (i: number, side = 100) =>
    thumbnails.make({ accountId: 'acct', contentHash: hashOf(i), side, read: async () => new Uint8Array(1) })
  expect(await make(0)).toEqual(await make(0))
  await make(0, previewSide + 1)
  expect(rendered).toEqual([100, previewSide + 1])
  for (let i = 1; i < thumbnailBytesInMemoryMax / 100_000; i++) await make(i)
  const before = rendered.length
  await make(0)
  expect(rendered.length).toBe(before + 1)
  await thumbnails.close()
})

test('the thumbnail of a missing picture is undefined', async () => {
  const { thumbnails } = createThumbnails()
  const gone = { accountId: 'acct', contentHash: 'gone', side: 64, read: async () => undefined }
  expect(await thumbnails.make(gone)).toBeUndefined()
  await thumbnails.close()
})
