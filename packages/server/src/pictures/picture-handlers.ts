import { Fault } from '@palate/core/fault.ts'
import type { RecentFrame } from '@palate/core/frames/schema.ts'
import { isInstant } from '@palate/core/instant.ts'
import { projectsFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import type { Handlers } from '../operations.ts'
import { pictureHeaders, unchangedPicture } from '../platform/picture-responses.ts'
import { listBody } from '../streaming/list-body.ts'
import { previewSide } from './decoding/thumbnail-sides.ts'
import type { Pictures } from './pictures.ts'
import { listRecentFrames, type RecentCursor } from './seen-frames/seen-frame-store.ts'
import { largerSides } from './thumbnails/larger-thumbnails.ts'
import { thumbnailPath } from './thumbnails/thumbnail-path.ts'
import { findThumbnailHashes } from './thumbnails/thumbnail-store.ts'

type Ids = 'listRecentFrames' | 'getThumbnail'

export function pictureHandlers({
  thumbnails,
  makeLarger,
  seenFrames,
  isPictureOf,
  clock,
}: Pick<Pictures, 'thumbnails' | 'makeLarger' | 'seenFrames' | 'isPictureOf' | 'clock'>): Handlers<Ids> {
  return {
    async listRecentFrames({ caller, query, db }) {
      const { accountId } = caller
      const size = pageSize(query.limit)
      const projects = projectsFor(caller, query.projectId)
      // Includes the latest scores. A store that rejects writes can still list its frames.
      if (query.cursor === undefined) await seenFrames.flush().catch(() => {})
      const first = query.cursor === undefined ? undefined : cursorOf(query.cursor)
      const body = await listBody<Row & { readonly isShown: boolean }>({
        ...{ name: 'frames', size, textOf: (row) => JSON.stringify(recentFrame(row, row.isShown)) },
        async read(last, rowsMax) {
          const rows = await listRecentFrames(db, accountId, projects, last ? placeOf(last) : first, rowsMax)
          const hashes = rows.map(({ content_hash }) => content_hash)
          const shown = await findThumbnailHashes(db, accountId, hashes, previewSide)
          const isShown = (hash: string) => shown.has(hash) || thumbnails.hasUnwritten(accountId, hash)
          return rows.map((row) => ({ ...row, isShown: isShown(row.content_hash) }))
        },
        cursorOf: (row) => formatCursor(partsOf(row)),
      })
      return { body }
    },

    async getThumbnail({ caller, params, query, headers, db, signal }) {
      const { contentHash } = params
      const isHash = /^[0-9a-f]{64}$/.test(contentHash)
      if (!isHash || !(await isPictureOf(db, caller, contentHash))) throw noThumbnail()
      const isSigned = query.signature !== undefined
      const size = isSigned ? 'small' : (query.size ?? 'small')
      if (size !== 'small') {
        const tag = `${contentHash}-${largerSides[size]}`
        const unchanged = unchangedPicture(headers, tag)
        if (unchanged) return unchanged
        const larger = await makeLarger(caller, contentHash, size, signal)
        if (larger) return { body: larger, headers: pictureHeaders(tag) }
      }
      const thumbnail = await thumbnails.findPreview(caller.accountId, contentHash)
      if (!thumbnail) throw noThumbnail()
      const tag = `${contentHash}-${previewSide}`
      const cached = size !== 'small' ? { 'cache-control': `private, max-age=${substituteSeconds}` } : {}
      const shared = isSigned ? sharedUntil(Number(query.expires), clock()) : {}
      const answer = unchangedPicture(headers, tag) ?? { body: thumbnail, headers: pictureHeaders(tag) }
      return { ...answer, headers: { ...answer.headers, ...cached, ...shared } }
    },
  }
}

/** How long clients cache a small thumbnail in place of a larger one: the picture's host may be back by then. */
const substituteSeconds = 600

/** Anyone with a signed address may keep the picture until it expires, and show it on other pages. */
function sharedUntil(expires: number, now: Date): Readonly<Record<string, string>> {
  const seconds = Math.max(0, Math.floor(expires - now.getTime() / 1000))
  return { 'cache-control': `public, max-age=${seconds}, immutable`, 'cross-origin-resource-policy': 'cross-origin' }
}

function noThumbnail(): Fault {
  return new Fault('thumbnail_not_found', 'there is no thumbnail of this picture')
}

type Row = Awaited<ReturnType<typeof listRecentFrames>>[number]

function recentFrame(row: Row, isShown: boolean): RecentFrame {
  return {
    id: row.frame_id,
    url: row.url,
    scoredAt: row.scored_at,
    profileId: row.profile_id,
    scores: JSON.parse(row.scores) as RecentFrame['scores'],
    thumbnail: isShown ? thumbnailPath(row.content_hash) : null,
  }
}

function placeOf({ scored_at: scoredAt, project_id: projectId, frame_id: frameId }: Row): RecentCursor {
  return { scoredAt, projectId, frameId }
}

function partsOf({ scored_at, project_id, frame_id }: Row): readonly string[] {
  return [scored_at, project_id, frame_id]
}

function cursorOf(cursor: string): RecentCursor {
  const [scoredAt = '', projectId = '', frameId = ''] = parseCursor(cursor, 3)
  if (!isInstant(scoredAt) || projectId === '' || frameId === '') throw badCursor()
  return { scoredAt, projectId, frameId }
}
