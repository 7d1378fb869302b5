import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { isId } from '@palate/core/ids.ts'
import { type AnnouncedObject, announceObject, keepObject } from '../bucket/object-rows.ts'
import { createObjectStore } from '../bucket/object-store.ts'
import type { FramesPort, StoredFrame } from '../ports/frames.ts'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { EnsureProject } from '../ports/projects.ts'
import type { Services, ThreadServices } from '../services.ts'
import type { Db } from '../store/schema.ts'
import {
  type BlobKey,
  deleteBlob,
  findBlob,
  insertBlob,
  lockBlob,
  setHome,
  type TextSource,
} from './blobs/blob-store.ts'
import { openBlobStorage } from './blobs/open-blob-storage.ts'
import {
  deleteFrameRow,
  findFramesOf,
  findSameFrame,
  hasFrameWith,
  hasPicture,
  insertFrame,
  listContentHashes,
  listFrames,
  lockFrames,
  updateFrames,
} from './frame-store.ts'
import type { createUploadSpool } from './upload-spool.ts'

type NewFrame = Omit<StoredFrame, 'id' | 'createdAt' | keyof typeof unset> &
  Partial<Pick<StoredFrame, keyof typeof unset>>

const unset = { tags: '', prompt: null, group: null, seed: null, takenAt: null } as const

/** A received file, a text that contains the bytes, or the bytes themselves. */
type ContentSource =
  | { readonly path: string; readonly object?: AnnouncedObject | undefined }
  | { readonly text: TextSource }
  | { readonly data: Uint8Array }

export type FrameLibrary = ReturnType<typeof openFrameLibrary>

/** The frames of all projects, and their bytes. Lock the row of the bytes before changing frames that use them. */
export function openFrameLibrary(
  services: Pick<ThreadServices, 'store' | 'config' | 'newId'>,
  profiles: ProfilesPort,
  ensureProject: EnsureProject,
) {
  const { newId, store } = services
  const blobs = openBlobStorage(services)
  const objects = createObjectStore(services.config)

  /** Before the transaction of `addFrame`: stores the file as an object, if objects are configured, and says where. */
  async function uploadObject(key: BlobKey, path: string, now: string): Promise<AnnouncedObject | undefined> {
    const { home } = objects
    if (home === undefined || (await findBlob(store.read, key))) return undefined
    const announced = await store.write((db) => announceObject(db, home, { ...key, side: 0 }, now))
    await objects.put(home, { ...key, side: 0 }, { body: await openAsBlob(path), hash: key.contentHash })
    return announced
  }

  /** Adds a frame in the caller's transaction, or finds the one with the same bytes. */
  async function addFrame(db: Db, accountId: string, frame: NewFrame, source: ContentSource, now: string) {
    await ensureProject(db, accountId, frame.projectId, now)
    await keep(db, { accountId, contentHash: frame.contentHash }, frame.bytes, source, now)
    return insertOrFind(db, accountId, frame, now)
  }

  async function insertOrFind(db: Db, accountId: string, frame: NewFrame, now: string) {
    const made: StoredFrame = { ...unset, ...frame, id: newId('frm'), createdAt: now }
    if (await insertFrame(db, accountId, made)) return { frame: made, isNew: true }
    const same = await findSameFrame(db, { accountId, projectId: frame.projectId }, frame.contentHash)
    if (!same) throw new Error('a frame is neither new nor there')
    return { frame: await completed(db, accountId, same, frame), isNew: false }
  }

  /** What the frame has stays: whoever may only add pictures cannot change those of others. */
  async function completed(db: Db, accountId: string, frame: StoredFrame, { prompt, group, seed }: NewFrame) {
    if ((prompt ?? group ?? seed ?? null) === null) return frame
    const [locked] = await lockFrames(db, accountId, [frame.id])
    if (!locked) return frame
    const values = {
      prompt: locked.prompt ?? prompt ?? null,
      group: locked.group ?? group ?? null,
      seed: locked.seed ?? seed ?? null,
    }
    await updateFrames(db, accountId, [frame.id], values)
    return { ...locked, ...values }
  }

  async function keep(db: Db, key: BlobKey, bytes: number, source: ContentSource, now: string): Promise<void> {
    const known = await lockBlob(db, key, now)
    if (known?.text || known?.home) return
    if (!known && !(await insertBlob(db, key, bytes, 'text' in source ? source.text : null, now))) {
      // Another transaction inserted the row after the lookup. It has committed, because our insert waited for it.
      return keep(db, key, bytes, source, now)
    }
    if ('text' in source || (await blobs.has(db, key))) return
    if ('path' in source && source.object) {
      await keepObject(db, source.object, { ...key, side: 0 }, now)
      await setHome(db, key, source.object.home)
    } else if ('path' in source) await blobs.put(db, key, source.path)
    else await blobs.putBytes(db, key, source.data)
  }

  /** If the bytes are moved at this moment, the second look finds them. */
  async function open(db: Db, key: BlobKey): Promise<Readable | undefined> {
    const found = await findBlob(db, key)
    if (!found) return undefined
    if (!found.text) {
      const stream = await openAt(db, found.home, key)
      return stream ? Readable.from(untilEnd(db, key, found.bytes, stream), { objectMode: false }) : openAgain(db, key)
    }
    const { profileId, object } = found.text
    const text = await profiles.readTextBlob(db, { accountId: key.accountId, profileId }, object)
    return text === undefined ? undefined : Readable.from([decodeBase64Text(text)], { objectMode: false })
  }

  const openAgain = async (db: Db, key: BlobKey) => openAt(db, (await findBlob(db, key))?.home, key)

  /** Rows may be moved while they are read: then the rest comes from the new place. */
  async function* untilEnd(db: Db, key: BlobKey, bytes: number, stream: Readable): AsyncGenerator<Uint8Array> {
    let sent = 0
    for await (const chunk of stream) {
      sent += chunk.length
      yield chunk
    }
    if (sent >= bytes) return
    let skipped = 0
    for await (const chunk of (await openAgain(db, key)) ?? []) {
      const start = Math.min(chunk.length, sent - skipped)
      skipped += start
      if (start < chunk.length) yield chunk.subarray(start)
    }
  }

  async function openAt(db: Db, home: string | null | undefined, key: BlobKey): Promise<Readable | undefined> {
    if (home === undefined) return undefined
    if (home === null) return blobs.open(db, key)
    const chunks = await objects.open(home, { ...key, side: 0 })
    return chunks && Readable.from(chunks, { objectMode: false })
  }

  const port: FramesPort = {
    hasPicture,

    listContentHashes,
    listFrames: (db, { accountId, projectId }, before, limit) =>
      listFrames(db, accountId, { projects: [projectId] }, before, limit),

    async findFrames(db, project, ids) {
      const wellFormed = ids.filter((id) => isId('frm', id))
      const found = await findFramesOf(db, project, wellFormed)
      return new Map(found.map((frame) => [frame.id, frame]))
    },

    async readBytes(db, accountId, contentHash, admit) {
      const key = { accountId, contentHash }
      const known = await findBlob(db, key)
      if (!known) return undefined
      await admit?.(known.bytes)
      const stream = await open(db, key)
      return stream && collect(stream, known.bytes)
    },

    async addInlineFrame(db, { accountId, profileId, projectId }, picture, object, now) {
      const { isPlain, data, ...checked } = picture
      const frame = { ...checked, projectId, name: null }
      if (object === undefined) {
        if (data) await addFrame(db, accountId, frame, { data }, now)
        return
      }
      // Rows from before text blobs existed contain the picture.
      if (!isPlain || !(await profiles.hasTextBlob(db, { accountId, profileId }, object))) return
      await addFrame(db, accountId, frame, { text: { profileId, object } }, now)
    },

    async copyFrames(db, from, ids, toProjectId, now) {
      const { accountId } = from
      const copies = new Map<string, string>()
      await ensureProject(db, accountId, toProjectId, now)
      const frames = await port.findFrames(db, from, ids)
      // A fixed order, so that two concurrent copies cannot deadlock.
      for (const frame of [...frames.values()].toSorted(byContent)) {
        const known = await lockBlob(db, { accountId, contentHash: frame.contentHash }, now)
        if (!known) continue
        const { frame: copy } = await insertOrFind(db, accountId, { ...frame, projectId: toProjectId }, now)
        copies.set(frame.id, copy.id)
      }
      return copies
    },
  }

  return {
    ...port,
    addFrame,
    uploadObject,
    open,

    /**
     * Deletes a frame, and its bytes if no other frame has them. False if it is gone already. Call
     * `removeIfUnreferenced` after the transaction.
     */
    async deleteFrame(db: Db, accountId: string, { id, contentHash }: StoredFrame, now: string): Promise<boolean> {
      const key = { accountId, contentHash }
      const { text } = (await findBlob(db, key)) ?? {}
      // Before the bytes, in the same order as code that adds or deletes the profile's texts.
      if (text) await profiles.hold(db, { accountId, profileId: text.profileId })
      await lockBlob(db, key, now)
      if (!(await deleteFrameRow(db, accountId, id))) return false
      if (await hasFrameWith(db, accountId, contentHash)) return true
      await deleteBlob(db, key)
      if (text) await profiles.deleteTextWithoutProfile(db, { accountId, profileId: text.profileId }, text.object)
      else await blobs.remove(db, key)
      return true
    },
    removeIfUnreferenced: blobs.removeIfUnreferenced,
    sweep: blobs.sweep,
  }
}

/** In a buffer of its own, so that it can be transferred to another thread. Chunk by chunk, so that nothing waits for it. */
async function collect(stream: AsyncIterable<Uint8Array>, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const collected = new Uint8Array(bytes)
  let filled = 0
  for await (const chunk of stream) {
    if (filled + chunk.length > bytes) throw new Error(`a stored frame has more than its ${bytes} bytes`)
    collected.set(chunk, filled)
    filled += chunk.length
  }
  return filled === bytes ? collected : collected.slice(0, filled)
}

function byContent(one: StoredFrame, other: StoredFrame): number {
  return one.contentHash < other.contentHash ? -1 : 1
}

/** Decodes plain base64, with or without a data URL header. */
function decodeBase64Text(text: string): Uint8Array<ArrayBuffer> {
  const start = /^\s*data:/i.test(text.slice(0, 64)) ? text.indexOf(',') + 1 : 0
  const bytes = new Uint8Array(Math.floor(((text.length - start) * 3) / 4))
  return bytes.slice(0, Buffer.from(bytes.buffer).write(text.slice(start), 'base64'))
}

/** Removes uploads left by dead processes and blobs that no frame uses. Safe alongside writers and other sweeps. */
export async function sweepFrames(
  { clock }: Pick<Services, 'clock'>,
  library: Pick<FrameLibrary, 'sweep'>,
  spool: Pick<ReturnType<typeof createUploadSpool>, 'sweep'>,
): Promise<void> {
  await spool.sweep(clock().getTime())
  await library.sweep()
}
