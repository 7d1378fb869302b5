import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The API description for machines and the page for people, as UTF-8. */
export interface ApiDocuments {
  readonly description: Uint8Array<ArrayBuffer>
  readonly page: Uint8Array<ArrayBuffer>
}

/**
 * Builds the documents on the first call, because most processes never need them. A temporary thread does the work,
 * which would block the event loop for too long. If it fails, the next call tries again.
 */
export function createApiDocuments(version: string, basePath = ''): () => Promise<ApiDocuments> {
  let made: Promise<ApiDocuments> | undefined
  return () => {
    if (made) return made
    const making = describe(version, basePath)
    made = making
    making.catch(() => {
      made = undefined
    })
    return making
  }
}

async function describe(version: string, basePath: string): Promise<ApiDocuments> {
  const worker = new Worker(new URL('./describe-worker.ts', import.meta.url), { workerData: [version, basePath] })
  const exit = once(worker, 'exit').then(([code]) => {
    throw new Error(`the thread that describes the API exited with code ${code}`)
  })
  const [documents] = (await Promise.race([once(worker, 'message'), exit])) as [ApiDocuments]
  return documents
}
