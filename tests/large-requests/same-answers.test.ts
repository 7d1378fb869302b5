import { largeRequests } from '../harness/service.ts'

// Every request of these tests that can go to the request thread does: the answers must be the same.
largeRequests.smallBytesMax = -1

await import('../profiles/effective.test.ts')
await import('../profiles/transfer.test.ts')
await import('../profiles/diff.test.ts')
