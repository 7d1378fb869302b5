import { pictureAddress } from '../../../ui/pictures/picture.tsx'
import { dataUrlOf } from './data-url.ts'

const sidePixelsMax = 256

/** A small picture as a data URL: a thumbnail of the service as it is, a file of this machine made small. */
export async function smallPicture(src: string | null): Promise<string | undefined> {
  if (src === null) return undefined
  try {
    const response = await fetch(pictureAddress(src))
    if (!response.ok) return undefined
    const blob = await response.blob()
    return await dataUrlOf(src.startsWith('blob:') ? await shrunk(blob) : blob)
  } catch {
    // A report without one of its pictures is still a report.
    return undefined
  }
}

async function shrunk(blob: Blob): Promise<Blob> {
  const whole = await createImageBitmap(blob)
  const scale = Math.min(1, sidePixelsMax / Math.max(whole.width, whole.height))
  const canvas = new OffscreenCanvas(Math.ceil(whole.width * scale), Math.ceil(whole.height * scale))
  canvas.getContext('2d')?.drawImage(whole, 0, 0, canvas.width, canvas.height)
  whole.close()
  return canvas.convertToBlob({ type: 'image/webp' })
}
