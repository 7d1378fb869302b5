import type { ThreadServices } from '../../services.ts'
import type { BlobStorage } from './blob-storage.ts'
import { createFileBlobs } from './file-blobs.ts'
import { createRowBlobs } from './row-blobs.ts'

export function openBlobStorage(services: Pick<ThreadServices, 'store' | 'config'>): BlobStorage {
  return services.store.engine === 'sqlite' ? createFileBlobs(services) : createRowBlobs()
}
