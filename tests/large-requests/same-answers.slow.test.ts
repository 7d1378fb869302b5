import { afterAll, beforeAll } from 'vitest'
import { largeRequests } from '../harness/service.ts'

// Every eligible request of these tests goes to an offload thread: the responses must be the same.
beforeAll(() => {
  largeRequests.smallBytesMax = -1
})
afterAll(() => {
  delete largeRequests.smallBytesMax
})

// With a query string, because the worker may already have imported the file.
for (const file of ['effective', 'transfer', 'diff', 'based-on']) await import(`../profiles/${file}.test.ts?large`)
for (const file of ['removed']) await import(`../annotations/${file}.test.ts?large`)
