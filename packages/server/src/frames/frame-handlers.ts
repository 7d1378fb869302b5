import { Readable } from 'node:stream'
import { Fault } from '@palate/core/fault.ts'
import { madeWithNames } from '@palate/core/frames/made-with.ts'
import { frameUrl } from '@palate/core/frames/references.ts'
import { type FrameChange, type LibraryFrame, thumbnailSideDefault } from '@palate/core/frames/schema.ts'
import { changeTags, tagsPerFrameMax } from '@palate/core/frames/tags.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse, projectsFor } from '@palate/core/keys/access.ts'
import { badCursor, formatCursor, pageSize, parseCursor } from '@palate/core/page.ts'
import type { Config } from '../config/config.ts'
import { type Handlers, withUpload } from '../operations.ts'
import { pictureHeaders, unchangedPicture } from '../platform/picture-responses.ts'
import type { StoredFrame } from '../ports/frames.ts'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { AdmitBytes, CheckPicture, MakeThumbnail } from '../ports/scoring.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { listBody } from '../streaming/list-body.ts'
import { findAllowed, noFrame } from './find-allowed.ts'
import { type FrameValues, listFrames, lockFrames, updateFrames } from './frame-store.ts'
import type { FrameLibrary } from './library.ts'
import { createReceiveUpload, projectOf } from './receive-upload.ts'
import { tagsIn, tagText } from './tag-text.ts'
import type { createUploadSpool } from './upload-spool.ts'

type Ids = 'uploadFrame' | 'listFrames' | 'updateFrames' | 'getFrame' | 'getFrameThumbnail'

interface Parts {
  readonly store: Store
  readonly config: Config
  readonly clock: () => Date
  readonly library: FrameLibrary
  readonly spool: ReturnType<typeof createUploadSpool>
  readonly checkPicture: CheckPicture
  readonly makeThumbnail: MakeThumbnail
  readonly profiles: Pick<ProfilesPort, 'framesOf'>
}

export function frameHandlers({
  store,
  config,
  clock,
  library,
  spool,
  checkPicture,
  makeThumbnail,
  profiles,
}: Parts): Handlers<Ids> {
  return {
    uploadFrame: withUpload<'uploadFrame'>(
      createReceiveUpload({ store, config, clock }, spool, checkPicture, library.uploadObject),
      async ({ caller, query, body, db, now }) => {
        const { path, object, name = null, madeWith, ...picture } = body
        const wanted = { projectId: projectOf(caller, query), name, ...picture, ...madeWith }
        const { frame, isNew } = await library.addFrame(db, caller.accountId, wanted, { path, object }, now)
        return { body: shown(frame), status: isNew ? 201 : 200, headers: { location: `/api/frames/${frame.id}` } }
      },
    ),

    async listFrames({ caller, query, db }) {
      const size = pageSize(query.limit)
      const before = query.cursor === undefined ? undefined : cursorOf(query.cursor)
      const { profile_id: profileId, tag } = query
      // No profile has such an id, which may not even be storable.
      if (profileId !== undefined && !isId('prof', profileId)) return { body: { frames: [] } }
      const { accountId } = caller
      const among = profileId === undefined ? undefined : profiles.framesOf({ accountId, profileId })
      const filter = { projects: projectsFor(caller, query.projectId), tag, among }
      const body = await listBody<Awaited<ReturnType<typeof listFrames>>[number]>({
        ...{ name: 'frames', size, textOf: (frame) => JSON.stringify(shown(frame)) },
        read: (last, rowsMax) => listFrames(db, accountId, filter, last?.id ?? before, rowsMax),
        cursorOf: ({ id }) => formatCursor([id]),
      })
      return { body }
    },

    async updateFrames({ caller, body, db }) {
      return { body: { frames: (await changeFrames(db, caller, body)).map(shown) } }
    },

    async getFrame({ caller, params, headers, db }) {
      const { contentHash, contentType, bytes } = await findAllowed(db, caller, params.id)
      const unchanged = unchangedPicture(headers, contentHash)
      if (unchanged) return unchanged
      const stream = await library.open(db, { accountId: caller.accountId, contentHash })
      if (!stream) throw noFrame()
      const length = { 'content-length': String(bytes) }
      const body = Readable.from(wholeOf(stream, bytes), { objectMode: false })
      return { body, mediaType: contentType, headers: { ...pictureHeaders(contentHash), ...length } }
    },

    async getFrameThumbnail({ caller, params, query, headers, db, signal }) {
      const { contentHash } = await findAllowed(db, caller, params.id)
      const side = query.size ?? thumbnailSideDefault
      const tag = `${contentHash}-${side}`
      const unchanged = unchangedPicture(headers, tag)
      if (unchanged) return unchanged
      const { accountId } = caller
      const read = (admit: AdmitBytes) => library.readBytes(db, accountId, contentHash, admit)
      const thumbnail = await makeThumbnail({ accountId, contentHash, side, read, signal })
      if (!thumbnail) throw noFrame()
      return { body: thumbnail, headers: pictureHeaders(tag) }
    },
  }
}

/**
 * Aborts if stored bytes are missing, because the client would wait for them, and before the first that is too much,
 * because the client would take it for the next response.
 */
async function* wholeOf(stored: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const chunk of stored) {
    sent += chunk.length
    if (sent > bytes) throw new Error(`a stored frame has more than its ${bytes} bytes`)
    yield chunk
  }
  if (sent !== bytes) throw new Error(`a stored frame has ${sent} of its ${bytes} bytes`)
}

/** As clients see it. */
export function shown(frame: StoredFrame): LibraryFrame {
  const { id, projectId, name, width, height, bytes, contentType, createdAt, tags } = frame
  const type = contentType as LibraryFrame['contentType']
  const named = name !== null && { name }
  const tagged = tags !== '' && { tags: tagsIn(tags) }
  const made = Object.fromEntries(madeWithNames.filter((key) => frame[key] !== null).map((key) => [key, frame[key]]))
  const picture = { width, height, bytes, contentType: type, createdAt }
  return { id, url: frameUrl(id), projectId, ...named, ...picture, ...tagged, ...made }
}

function cursorOf(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1)
  if (!isId('frm', id)) throw badCursor()
  return id
}

/** Changes all these frames in the caller's transaction. Returns them in the order of the ids. */
export async function changeFrames(db: Db, caller: Caller, change: FrameChange): Promise<readonly StoredFrame[]> {
  const { accountId } = caller
  const ids = [...new Set(change.ids)]
  const locked = await lockFrames(
    db,
    accountId,
    ids.filter((id) => isId('frm', id)),
  )
  if (locked.length < ids.length || !locked.every(({ projectId }) => mayUse(caller, projectId))) throw noFrame()
  const values: FrameValues = Object.fromEntries(
    madeWithNames.filter((name) => change[name] !== undefined).map((name) => [name, change[name]]),
  )
  const changed = locked.map((frame) => ({ ...frame, ...values, tags: textAfter(frame.tags, change) }))
  // Frames that are changed together mostly have the same tags.
  for (const [tags, sameTags] of Map.groupBy(changed, (frame) => frame.tags)) {
    const updated = sameTags.map(({ id }) => id)
    await updateFrames(db, accountId, updated, { ...values, tags })
  }
  const byId = new Map(changed.map((frame) => [frame.id, frame]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function textAfter(text: string, change: FrameChange): string {
  const tags = changeTags(tagsIn(text), change)
  if (tags.length > tagsPerFrameMax) {
    throw new Fault('too_many_tags', `a frame can have ${tagsPerFrameMax} tags; remove some first`)
  }
  return tagText(tags)
}
