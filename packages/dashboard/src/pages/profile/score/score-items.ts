import type { LibraryFrame } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { libraryThumbnail } from '../../../api/frame-names.ts'

/** A picture to score. */
export interface ScoreItem {
  /** Unique on the page. */
  readonly key: string
  /** How the service names it: the id of a library frame, or a URL. */
  readonly frameId: string
  readonly name: string
  /** With the ending, to find the file again. */
  readonly fileName: string
  /** What is scored: `frame:…`, a URL, or nothing if the file itself is sent. */
  readonly url?: string
  /** A file that the service does not store. */
  readonly file?: File
  /** Its picture; null while the service has no thumbnail. */
  readonly small: string | null
  /** Width by height, if it is known. */
  readonly ratio?: number
}

const address = /^https?:\/\/\S+$/i

/** The distinct URLs in a text, one per line or word, and the words that are not URLs. */
export function parseAddresses(text: string): { items: readonly ScoreItem[]; rejected: readonly string[] } {
  const words = [...new Set(text.split(/\s+/).filter((word) => word !== '' && !word.startsWith('#')))]
  return {
    items: words.filter((word) => address.test(word)).map(addressItem),
    rejected: words.filter((word) => !address.test(word)),
  }
}

export function addressItem(url: string): ScoreItem {
  const fileName = fileNameOf(url)
  return { key: url, frameId: url, name: pictureName(fileName), fileName, url, small: null }
}

export function libraryItem({ id, name, width, height }: Pick<LibraryFrame, 'id' | 'name' | 'width' | 'height'>) {
  const url = `frame:${id}`
  const small = libraryThumbnail(id)
  const fileName = name ?? 'Picture'
  return { key: url, frameId: id, name: pictureName(fileName), fileName, url, small, ratio: width / height }
}

/** An item for a frame of an earlier batch, of which only the id is known. */
export function restoredItem(frameId: string, library: ReadonlyMap<string, LibraryFrame>): ScoreItem {
  if (address.test(frameId)) return addressItem(frameId)
  const frame = library.get(frameId)
  if (frame) return libraryItem(frame)
  return { key: `id:${frameId}`, frameId, name: pictureName(frameId), fileName: frameId, small: null }
}

/** The last path segment of a URL; the host if there is none. */
function fileNameOf(url: string): string {
  const { pathname, host } = new URL(url)
  const last = pathname.split('/').findLast((part) => part !== '')
  return last === undefined ? host : safeDecode(last)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
