import type { Measured } from '@palate/core/taste/attributes.ts'
import { expect, test } from 'vitest'
import { FeatureCache, featureBytesInMemoryMax, unwrittenBytesMax } from './feature-cache.ts'

/** A cache on an empty store that rejects writes. */
function cacheOnFullDisk(onStatement = () => {}): FeatureCache {
  const nothing = {
    selectFrom: () => nothing,
    select: () => nothing,
    where: () => nothing,
    execute: async () => {
      onStatement()
      return []
    },
  }
  const write = async () => Promise.reject(new Error('the disk is full'))
  const store = { read: nothing, write, accountBytesMax: Number.POSITIVE_INFINITY }
  const services = { store, clock: () => new Date(), log: { error: () => {} } }
  return new FeatureCache(services as never, { id: 'embedder', dimensions: embeddingBytes / 4, builtinDimensions: 0 })
}

const embeddingBytes = 1024 * 1024
const featuresOf = (i: number) => ({
  contentHash: `hash ${i}`,
  embedding: new Float32Array(embeddingBytes / 4),
  attributes: {} as Measured,
})

test('features that cannot be stored take a bounded number of bytes: the oldest are dropped', async () => {
  const cache = cacheOnFullDisk()
  const count = (featureBytesInMemoryMax + unwrittenBytesMax) / embeddingBytes
  for (let i = 0; i < count; i++) cache.add('acct', featuresOf(i))
  await expect(cache.flush()).rejects.toThrow('the disk is full')
  expect(await cache.find('acct', 'hash 0')).toBeUndefined()
  expect(await cache.find('acct', `hash ${count - 1}`)).toMatchObject({ contentHash: `hash ${count - 1}` })
  // More than the cache of recent features can keep: unwritten features are still found.
  const older = count - 1 - (featureBytesInMemoryMax / embeddingBytes + 2)
  expect(await cache.find('acct', `hash ${older}`)).toMatchObject({ contentHash: `hash ${older}` })
  await expect(cache.close()).rejects.toThrow('the disk is full')
})

test('the pictures that a request asks for are one statement for each account', async () => {
  let statements = 0
  const cache = cacheOnFullDisk(() => {
    statements += 1
  })
  const hashes = Array.from({ length: 32 }, (_, i) => `hash ${i}`)
  await Promise.all(['acct', 'other'].flatMap((account) => hashes.map((hash) => cache.find(account, hash))))
  expect(statements).toBe(2)
  await cache.close()
})
