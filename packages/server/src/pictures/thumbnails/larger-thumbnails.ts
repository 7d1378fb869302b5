import { frameIdOfUrl } from '@palate/core/frames/references.ts'
import { frameBytesMax } from '@palate/core/frames/size.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { isDataUrl } from '@palate/core/picture-url.ts'
import { sha256 } from '../../platform/hash.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { AdmitBytes, MakeThumbnail } from '../../ports/scoring.ts'
import type { Store } from '../../store/store.ts'
import type { WorkContext } from '../../work/work-context.ts'
import { chatSide, largeSide, mediumSide, windowSide } from '../decoding/thumbnail-sides.ts'
import { readDataUrl } from '../fetching/data-url.ts'
import type { Fetcher } from '../fetching/fetcher.ts'
import { findAddressOf } from '../seen-frames/seen-frame-store.ts'
import type { ThumbnailKey } from './thumbnail-store.ts'

interface Parts {
  readonly store: Pick<Store, 'read'>
  readonly frames: Pick<FramesPort, 'readBytes'>
  readonly fetcher: Pick<Fetcher, 'fetch'>
  readonly make: MakeThumbnail
  readonly findThumbnail: (key: ThumbnailKey) => Promise<Buffer | undefined>
}

export const largerSides = { chat: chatSide, medium: mediumSide, large: largeSide } as const

/**
 * Creates a larger thumbnail of a scored picture on request: from the library if it has the same bytes. The large one
 * is otherwise created from the URL under which the picture was scored, if that still returns the same bytes. A wall of
 * medium ones must not contact hosts, so these, and those for chats, are created from a larger one. Undefined if there
 * are no bytes.
 */
export function createMakeLarger({ store, frames, fetcher, make, findThumbnail }: Parts) {
  return (
    { accountId, projects }: Caller,
    contentHash: string,
    size: keyof typeof largerSides,
    signal: AbortSignal,
  ): Promise<Buffer | undefined> => {
    const work = { priority: 'realtime', accountId, signal } as const

    async function readAgain(admit: AdmitBytes): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const url = await findAddressOf(store.read, accountId, projects, contentHash)
      return url === undefined ? undefined : readUrl(fetcher, url, contentHash, admit, work)
    }

    async function readThumbnail(
      admit: AdmitBytes,
      ...sides: readonly number[]
    ): Promise<Uint8Array<ArrayBuffer> | undefined> {
      for (const side of sides) {
        const larger = await findThumbnail({ accountId, contentHash, side })
        if (!larger) continue
        await admit(larger.byteLength)
        return new Uint8Array(larger)
      }
      return undefined
    }

    const readLarger = (admit: AdmitBytes) => readThumbnail(admit, windowSide, largeSide, mediumSide)
    const readOtherwise = {
      chat: readLarger,
      medium: readLarger,
      large: async (admit: AdmitBytes) => (await readThumbnail(admit, windowSide)) ?? readAgain(admit),
    } as const
    return make({
      ...{ accountId, contentHash, side: largerSides[size], signal },
      read: async (admit) =>
        (await frames.readBytes(store.read, accountId, contentHash, admit)) ?? (await readOtherwise[size](admit)),
    })
  }
}

/**
 * Makes the picture for the whole window while its URL is known, unless it is a frame, which the library keeps. Undefined
 * if the URL no longer returns the same bytes.
 */
export function createKeepLarge({ fetcher, make }: Pick<Parts, 'fetcher' | 'make'>) {
  return async (
    accountId: string,
    contentHash: string,
    url: string,
    signal: AbortSignal,
  ): Promise<Buffer | undefined> => {
    if (frameIdOfUrl(url) !== undefined) return undefined
    const work = { priority: 'realtime', accountId, signal } as const
    const read = (admit: AdmitBytes) => readUrl(fetcher, url, contentHash, admit, work)
    return make({ accountId, contentHash, side: windowSide, read, signal })
  }
}

async function readUrl(
  fetcher: Parts['fetcher'],
  url: string,
  contentHash: string,
  admit: AdmitBytes,
  work: WorkContext & { readonly accountId: string },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (isDataUrl(url)) {
    const { bytes } = readDataUrl(url, frameBytesMax)
    await admit(bytes.byteLength)
    return sha256(bytes).toString('hex') === contentHash ? bytes : undefined
  }
  const fetched = await fetcher.fetch(url, { backpressure: admit }, work)
  return fetched !== 'not_modified' && fetched.contentHash === contentHash ? fetched.bytes : undefined
}
