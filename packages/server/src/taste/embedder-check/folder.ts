import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageFormatOf } from '../../pictures/decoding/image-format.ts'
import { checkedPicturesMax, type JudgedPictures } from './judged-pictures.ts'

/** The pictures of a folder. Those in its subfolders `good` and `bad` are labelled accordingly. */
export async function readFolder(folder: string, dimension: string): Promise<JudgedPictures> {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const pictures = new Map<string, Uint8Array>()
  for (const name of names) {
    if (pictures.size === checkedPicturesMax) break
    const bytes = await readFile(join(folder, name)).catch(() => undefined)
    if (bytes && imageFormatOf(bytes) !== undefined) pictures.set(name, bytes)
  }
  const labels = [...pictures.keys()].flatMap((name) => {
    const label = /^(good|bad)[\\/]/.exec(name)?.[1]
    return label ? [{ elementId: name, picture: name, good: label === 'good', weight: 1 }] : []
  })
  return { pictures, dimension, examples: { labels, comparisons: [], constraints: [] }, seed: null, unreadable: 0 }
}
