import { frameIdOfUrl, frameUrl } from '@palate/core/frames/references.ts'
import { isId } from '@palate/core/ids.ts'
import { isStorableText } from '@palate/core/json.ts'
import { addressOf, type PictureSource } from '@palate/core/profile/subject/picture-sources.ts'
import type { IdentifyPictures, ProfileKey } from '../../ports/profiles.ts'
import type { ProjectKey } from '../../ports/projects.ts'
import { inQueries } from '../../store/chunked-reads.ts'
import { pinKeyOf } from '../../store/pin-key.ts'
import type { Db } from '../../store/schema.ts'
import { findInlineHashes } from './inline-hashes.ts'

/** Names of one picture that are looked up. A profile rarely has a picture under more than a few addresses. */
const otherNamesMax = 32

/** Whose pictures they are. */
export type PictureOwner = ProfileKey & ProjectKey

export const identifyPictures: IdentifyPictures = async (db, owner, sources, texts) => {
  const hashes = await findContentHashes(db, owner, sources, texts)
  return (source) => {
    const address = addressOf(source)
    const hash = hashes.get(address)
    return hash === undefined ? address : contentName(hash)
  }
}

export function contentName(hash: string): string {
  return `sha256:${hash}`
}

/**
 * The content hashes that are known, by address: of pictures that the profile has read, of data in elements, of frames
 * of the library and of frames scored in the project. `texts` are text blobs that the request holds in memory.
 */
export async function findContentHashes(
  db: Db,
  owner: PictureOwner,
  sources: Iterable<PictureSource>,
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map(Array.from(sources, (source) => [addressOf(source), source] as const))
  const found = new Map(await findPinned(db, owner, wanted.values()))
  const unread = () => [...wanted].flatMap(([address, source]) => (found.has(address) ? [] : source))
  const add = (hashes: Iterable<readonly [string, string]>) => {
    for (const [address, hash] of hashes) found.set(address, hash)
  }
  const urls = unread().flatMap((source) => ('url' in source ? source.url : []))
  add(await findInlineHashes(db, owner, urls, texts))
  add(await findInLibrary(db, owner, unread().flatMap(frameIdsOf)))
  add(await findScored(db, owner, unread().flatMap(frameIdsOf)))
  return found
}

function frameIdsOf(source: PictureSource): readonly string[] {
  const id = 'frameId' in source ? source.frameId : frameIdOfUrl(source.url)
  return id !== undefined && isStorableText(id) ? [id] : []
}

/** A library frame is pinned by its URL or by its bare id. */
async function findPinned(db: Db, { accountId, profileId }: PictureOwner, sources: Iterable<PictureSource>) {
  const addresses = new Map<string, string>()
  for (const source of sources) {
    addresses.set(pinKeyOf(source), addressOf(source))
    for (const id of frameIdsOf(source)) {
      for (const same of [{ frameId: id }, { url: frameUrl(id) }]) addresses.set(pinKeyOf(same), addressOf(same))
    }
  }
  return inQueries([...addresses.keys()], async (keys) => {
    const rows = await db
      .selectFrom('pins')
      .select(['source', 'content_hash'])
      .where('account_id', '=', accountId)
      .where('profile_id', '=', profileId)
      .where('source', 'in', keys)
      .where('content_hash', 'is not', null)
      .execute()
    return rows.map(({ source, content_hash }) => [addresses.get(source) ?? '', content_hash ?? ''] as const)
  })
}

async function findInLibrary(db: Db, { accountId, projectId }: PictureOwner, ids: readonly string[]) {
  const wellFormed = ids.filter((id) => isId('frm', id))
  return inQueries([...new Set(wellFormed)], async (slice) => {
    const rows = await db
      .selectFrom('frames')
      .select(['id', 'content_hash'])
      .where('account_id', '=', accountId)
      .where('project_id', '=', projectId)
      .where('id', 'in', slice)
      .execute()
    return rows.map(({ id, content_hash }) => [frameUrl(id), content_hash] as const)
  })
}

/** Those scored last come last. */
async function findScored(db: Db, { accountId, projectId }: PictureOwner, ids: readonly string[]) {
  return inQueries([...new Set(ids)], async (slice) => {
    const unlisted = db
      .selectFrom('seen_frames')
      .select(['frame_id', 'content_hash', 'seen_at'])
      .where('account_id', '=', accountId)
      .where('project_id', '=', projectId)
      .where('frame_id', 'in', slice)
    const rows = await db
      .selectFrom('recent_frames')
      .select(['frame_id', 'content_hash', 'scored_at as seen_at'])
      .where('account_id', '=', accountId)
      .where('project_id', '=', projectId)
      .where('frame_id', 'in', slice)
      .unionAll(unlisted)
      .orderBy('seen_at')
      .execute()
    return rows.map(({ frame_id, content_hash }) => [frameUrl(frame_id), content_hash] as const)
  })
}

/** Other names of pictures with these contents, as `indexNameOf` forms them: what the profile read, and library frames. */
export async function findOtherNames(
  db: Db,
  { accountId, profileId, projectId }: PictureOwner,
  hashes: Iterable<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = await inQueries([...new Set(hashes)], async (slice) => {
    const pins = await db
      .selectFrom('pins')
      .select(['source', 'content_hash'])
      .where('account_id', '=', accountId)
      .where('profile_id', '=', profileId)
      .where('content_hash', 'in', slice)
      .execute()
    const frames = await db
      .selectFrom('frames')
      .select(['id', 'content_hash'])
      .where('account_id', '=', accountId)
      .where('project_id', '=', projectId)
      .where('content_hash', 'in', slice)
      .execute()
    return [
      ...pins.map(({ source, content_hash }) => [content_hash ?? '', source] as const),
      ...frames.map(({ id, content_hash }) => [content_hash, indexNameOf({ frameId: id })] as const),
    ]
  })
  const byHash = Map.groupBy(names, ([hash]) => hash)
  return new Map(Array.from(byHash, ([hash, found]) => [hash, found.slice(0, otherNamesMax).map(([, name]) => name)]))
}

/** The name of a picture that does not depend on what is known about its content. A library frame has one. */
export function indexNameOf(source: PictureSource): string {
  const id = 'url' in source ? frameIdOfUrl(source.url) : undefined
  return pinKeyOf(id === undefined ? source : { frameId: id })
}
