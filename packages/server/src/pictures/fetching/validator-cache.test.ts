import { urlBytesMax } from '@palate/core/picture-url.ts'
import { expect, test } from 'vitest'
import { ValidatorCache, validatorBytesInMemoryMax, validatorBytesMax } from './validator-cache.ts'

const url = 'https://a.test/1.png'
const known = { url, contentHash: 'hash', etag: '"1"' }

test('the last result of a URL is found again by the same account', () => {
  const cache = new ValidatorCache()
  cache.add('acct_1', url, known)
  expect(cache.find('acct_1', url)).toEqual(known)
  expect(cache.find('acct_2', url)).toBeUndefined()
  cache.add('acct_1', 'https://a.test/2.png', { url, contentHash: 'hash' })
  expect(cache.find('acct_1', 'https://a.test/2.png')).toBeUndefined()
})

test('a validator of more than 1,024 bytes is not kept', () => {
  const cache = new ValidatorCache()
  const etag = 'e'.repeat(validatorBytesMax + 1)
  cache.add('acct', url, { url, contentHash: 'hash', etag })
  expect(cache.find('acct', url)).toBeUndefined()
  cache.add('acct', url, { url, contentHash: 'hash', etag, lastModified: 'today' })
  expect(cache.find('acct', url)).toEqual({ url, contentHash: 'hash', lastModified: 'today' })
})

test('the longest URLs and validators take a bounded number of bytes, and the latest are kept', () => {
  const cache = new ValidatorCache()
  const long = (i: number) => `https://a.test/${i}/`.padEnd(urlBytesMax, 'a')
  for (let i = 0; i < 2000; i++) {
    cache.add('acct', long(i), { url: long(i), contentHash: 'hash', etag: 'e'.repeat(validatorBytesMax) })
  }
  expect(cache.bytesInMemory).toBeLessThanOrEqual(validatorBytesInMemoryMax)
  expect(cache.bytesInMemory).toBeGreaterThan(validatorBytesInMemoryMax / 2)
  expect(cache.find('acct', long(0))).toBeUndefined()
  expect(cache.find('acct', long(1999))?.url).toBe(long(1999))
})
