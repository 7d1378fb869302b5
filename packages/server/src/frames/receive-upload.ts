import { open, readFile } from 'node:fs/promises'
import { invalidAt } from '@palate/core/fault.ts'
import { captureTimeBytesMax, captureTimeOf } from '@palate/core/frames/capture-time.ts'
import { cleanFileName } from '@palate/core/frames/file-name.ts'
import { type MadeWith, madeWith, madeWithNames } from '@palate/core/frames/made-with.ts'
import { projectFor } from '@palate/core/keys/access.ts'
import type { UploadCall, Uploaded } from '../operations.ts'
import type { CheckPicture } from '../ports/scoring.ts'
import type { ThreadServices } from '../services.ts'
import { makeDirectory } from '../store/directory.ts'
import { accountFull, findAccountBytes } from '../store/disk/account-bytes.ts'
import { freeBytesIn, reserveBytes } from '../store/disk/disk-reserve.ts'
import { StoreUnavailableError } from '../store/store.ts'
import { type FormPart, readForm } from '../streaming/form.ts'
import type { WorkContext } from '../work/work-context.ts'
import type { FrameLibrary } from './library.ts'
import type { createUploadSpool, SpooledFile } from './upload-spool.ts'

/** The most parts of a form. Those that are neither `file` nor a member of `madeWith` are read and ignored. */
export const formPartsMax = 20

type UploadSpool = ReturnType<typeof createUploadSpool>

/** Writes an uploaded file to the disk, then checks it. A refused upload leaves nothing behind. */
export function createReceiveUpload(
  { store, config, clock }: Pick<ThreadServices, 'store' | 'config' | 'clock'>,
  spool: UploadSpool,
  checkPicture: CheckPicture,
  uploadObject: FrameLibrary['uploadObject'],
) {
  /** Runs before the body is read. The transaction that stores the frame checks again. */
  async function requireRoom(accountId: string, bytes: number): Promise<void> {
    const used = await findAccountBytes(store.read, accountId)
    if (used >= store.accountBytesMax) throw accountFull(used, store.accountBytesMax)
    makeDirectory(config.dataDir)
    if (freeBytesIn(config.dataDir) - bytes < reserveBytes) {
      throw new StoreUnavailableError('full', 'the disk is full except for its reserve')
    }
  }

  return async function receiveUpload({ caller, query, body, signal }: UploadCall): Promise<Uploaded> {
    projectOf(caller, query)
    const work: WorkContext = { priority: 'realtime', accountId: caller.accountId, signal }
    await requireRoom(caller.accountId, body.length ?? 0)
    const release = await spool.reserve(body.length, work)
    try {
      const { received, name, madeWith }: Received =
        body.mediaType === 'multipart/form-data'
          ? await receiveForm(body, spool)
          : { received: await spool.receive(body.chunks), name: undefined, madeWith: {} }
      const { path, contentHash, bytes } = received
      const discard = async () => {
        await spool.discard(received)
        release()
      }
      try {
        const picture = await checkPicture(contentHash, bytes, () => readOwn(path), work)
        const key = { accountId: caller.accountId, contentHash }
        const object = await uploadObject(key, path, clock().toISOString())
        const takenAt = captureTimeOf(await readStart(path)) ?? null
        const file = { path, object, name: cleanFileName(name), madeWith, contentHash, bytes, takenAt, ...picture }
        const fields = madeWithNames.map((key) => madeWith[key] ?? null)
        // Without fields as it was before there were any, because requests may be repeated across an upgrade.
        const identity = [contentHash, file.name, ...(fields.some((value) => value !== null) ? fields : [])]
        return { file, identity, discard }
      } catch (error) {
        await discard()
        throw error
      }
    } catch (error) {
      release()
      throw error
    }
  }
}

interface Received {
  readonly received: SpooledFile
  readonly name: string | undefined
  readonly madeWith: MadeWith
}

/** Reads a form with one `file`, which it writes to the spool, and fields that say what it was made with. */
async function receiveForm(body: UploadCall['body'], spool: UploadSpool): Promise<Received> {
  let file: Omit<Received, 'madeWith'> | undefined
  let hasFile = false
  const made: { -readonly [Name in keyof MadeWith]: MadeWith[Name] } = {}
  async function receive({ name, fileName, isFile, chunks }: FormPart): Promise<void> {
    if (!isFile) {
      if (name === 'file') throw invalidAt('', '"file" must be a file, with a file name')
      const field = madeWithNames.find((known) => known === name)
      if (field) made[field] = await readField(field, chunks)
      else for await (const _ of chunks);
      return
    }
    if (name !== 'file') throw invalidAt('', `the only file in the form must be named "file", not ${quoted(name)}`)
    if (hasFile) throw invalidAt('', 'the form may have only one file')
    hasFile = true
    file = { received: await spool.receive(chunks), name: fileName }
  }
  try {
    await readForm(body, formPartsMax, receive)
  } catch (error) {
    if (file) await spool.discard(file.received)
    throw error
  }
  if (!file) throw invalidAt('', 'the form has no part "file"')
  return { ...file, madeWith: made }
}

/** More than the longest valid field has, in UTF-8 and with white space around it. */
const fieldBytesMax = 64 * 1024

async function readField(field: keyof MadeWith, chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > fieldBytesMax) throw invalidAt(`/${field}`, `is longer than ${fieldBytesMax} bytes`)
    read.push(chunk)
  }
  const parsed = madeWith[field].safeParse(Buffer.concat(read).toString())
  if (parsed.success) return parsed.data
  throw invalidAt(`/${field}`, parsed.error.issues[0]?.message ?? 'is invalid')
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 50))
}

/** The project that an upload names, or that its key is limited to. */
export function projectOf(caller: UploadCall['caller'], { projectId }: { readonly projectId?: unknown }): string {
  const project = projectFor(caller, projectId as string | undefined)
  if (project === undefined) throw invalidAt('/query/projectId', 'is required')
  return project
}

/** Reads the bytes into a separate buffer that can be transferred to a thread. */
async function readOwn(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(path))
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({ buffer: new Uint8Array(captureTimeBytesMax), position: 0 })
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
