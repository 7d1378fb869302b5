import type { Db } from '../store/schema.ts'
import type { ProfileKey } from './profiles.ts'

/** The `working` of a profile's unfinished batches. The text blobs that they reference are still needed. */
export type ListPinnedWorking = (db: Db, profile: ProfileKey) => Promise<readonly string[]>
