import { createHash } from 'node:crypto'
import { invalidAt } from '@palate/core/fault.ts'
import { frameBytesMax } from '@palate/core/frames/size.ts'
import { type ByteStream, largeBodyBytesMax } from '@palate/core/route.ts'
import { framesPerRequestMax } from '@palate/core/taste/scoring-schema.ts'
import type { SentPicture, SentPictures } from '../../operations.ts'
import { readForm } from '../../streaming/form.ts'
import { createByteRoom } from '../../work/byte-room.ts'

/** Memory for the forms of this process. One account may use at most half of it. */
export const formBytesAtOnceMax = 256 * 1024 * 1024
/** Forms of an account that may wait for memory. They are not read while they wait. */
export const waitingFormsMax = 100
export const partNameCharactersMax = 255
const requestPart = 'request'
const partsMax = framesPerRequestMax + 1

export interface ScoringForm {
  /** The JSON body. */
  readonly request: Buffer
  readonly pictures: SentPictures
}

/** Reads the forms of scoring requests into memory, within a limit that accounts share. */
export function createScoringForms() {
  const reserve = createByteRoom({
    bytesMax: formBytesAtOnceMax,
    waitingMax: waitingFormsMax,
    what: 'forms',
    retryAfterSeconds: 2,
  })
  return {
    /** Call `release` once the pictures are no longer needed. */
    async read(form: ByteStream, accountId: string, signal: AbortSignal) {
      const release = await reserve(form.length ?? largeBodyBytesMax, { priority: 'realtime', accountId, signal })
      try {
        return { ...(await readScoringForm(form)), release }
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

/** A scoring request with its pictures: a part `request` with the JSON body, and a part for each picture. */
async function readScoringForm(form: ByteStream): Promise<ScoringForm> {
  let request: Buffer | undefined
  const pictures = new Map<string, SentPicture>()
  const names = new Set<string>()
  await readForm(form, partsMax, async ({ name, chunks }) => {
    if (name.length > partNameCharactersMax) {
      throw invalidAt('', `the name of a part may have at most ${partNameCharactersMax} characters`)
    }
    if (names.has(name)) throw invalidAt('', `the form has two parts ${JSON.stringify(name.slice(0, 50))}`)
    names.add(name)
    if (name === requestPart)
      request = Buffer.from((await readPart(chunks, largeBodyBytesMax)).data?.buffer ?? new ArrayBuffer())
    else pictures.set(name, await readPart(chunks, frameBytesMax))
  })
  if (!request) throw invalidAt('', `the form has no part "${requestPart}" with the JSON body`)
  return { request, pictures }
}

/** The bytes in memory of their own, which can be transferred to a thread. A part that is too long is not kept. */
async function readPart(chunks: AsyncIterable<Uint8Array>, bytesMax: number): Promise<SentPicture> {
  const hash = createHash('sha256')
  let pieces: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bytesMax) pieces = []
    else {
      hash.update(chunk)
      pieces.push(chunk)
    }
  }
  if (bytes > bytesMax) return { bytes, contentHash: '', data: null }
  const data = new Uint8Array(bytes)
  let filled = 0
  for (const piece of pieces) {
    data.set(piece, filled)
    filled += piece.length
  }
  return { bytes, contentHash: hash.digest('hex'), data }
}
