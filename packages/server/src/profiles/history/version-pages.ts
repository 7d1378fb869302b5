import type { Db } from '../../store/schema.ts'
import type { Found } from '../profile-access.ts'
import { slicesBySize } from '../snapshots/object-store.ts'
import { missingPart } from '../storing/profile-store.ts'
import { listMessageSizes, listVersionsAfter, type StoredVersion } from './version-store.ts'

const versionsPerPage = 100

/** The versions of a profile as it was read, page by page. The first page is loaded when this resolves. */
export async function readVersions(db: Db, found: Found): Promise<AsyncIterable<readonly StoredVersion[]>> {
  const first = await readPage(db, found, 0)
  return pages(db, found, first)
}

async function* pages(db: Db, found: Found, first: readonly StoredVersion[]) {
  let page = first
  for (let read = 0; ; page = await readPage(db, found, read)) {
    yield page
    read += page.length
    if (read >= found.versionCount) return
  }
}

async function readPage(db: Db, { profileKey, versionCount }: Found, after: number) {
  if (versionCount === after) return []
  const sizes = await listMessageSizes(db, profileKey, after, Math.min(versionsPerPage, versionCount - after))
  const wanted = slicesBySize(sizes, (bytes) => bytes)[0]?.length ?? 1
  const page = await listVersionsAfter(db, profileKey, after, wanted)
  if (page.length < wanted) throw await missingPart(db, profileKey, `version ${after + page.length + 1}`)
  return page
}
