import { createHash } from 'node:crypto'
import type { Palate } from '@palate/client'
import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { uploadBytesMax } from '@palate/core/frames/size.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { isId } from '@palate/core/ids.ts'
import type { TrainingPicture } from './training-pairs.ts'

const downloadMsMax = 30_000

export type LoadPicture = (picture: TrainingPicture) => Promise<Buffer>

/** Reads the original bytes of judged pictures: from the library, from a data URL, or from the web. */
export function createPictureLoader(palate: Palate): LoadPicture {
  return async ({ source, contentHash }) => {
    const url = 'url' in source ? source.url : isId('frm', source.frameId) ? `frame:${source.frameId}` : undefined
    if (url === undefined) throw new Error('the service has only a thumbnail of it')
    const bytes = await loadFrom(url, palate)
    if (contentHash !== undefined && createHash('sha256').update(bytes).digest('hex') !== contentHash) {
      throw new Error('it has changed since it was judged')
    }
    return bytes
  }
}

async function loadFrom(url: string, palate: Palate): Promise<Buffer> {
  const frameId = frameIdOfUrl(url)
  if (frameId !== undefined) return Buffer.from(await (await palate.frames.get(frameId)).arrayBuffer())
  if (!/^(?:https?|data):/.test(url)) throw new Error('it has no address that can be read')
  const response = await fetch(url, { signal: AbortSignal.timeout(downloadMsMax) }).catch((error: Error) => {
    throw new Error(error.cause instanceof Error ? error.cause.message : error.message)
  })
  if (!response.ok || !response.body) throw new Error(`its server responded with ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (bytes > uploadBytesMax) throw new Error(`it is larger than ${describeBytes(uploadBytesMax)}`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
