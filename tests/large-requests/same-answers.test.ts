import { afterAll, beforeAll } from 'vitest'
import { largeRequests } from '../harness/service.ts'

// Every request of these tests that can go to the request thread does: the answers must be the same.
beforeAll(() => {
  largeRequests.smallBytesMax = -1
})
afterAll(() => {
  delete largeRequests.smallBytesMax
})

// With a query, because the worker may have run the file already and would not run it again.
for (const file of ['effective', 'transfer', 'diff', 'based-on']) await import(`../profiles/${file}.test.ts?large`)
for (const file of ['removed']) await import(`../annotations/${file}.test.ts?large`)
