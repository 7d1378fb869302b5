import { pictureAddress } from '../../../../ui/pictures/picture.tsx'
import { mediumOf } from '../../../../ui/pictures/picture-sources.ts'
import { dataUrlOf } from '../data-url.ts'

const sidePixelsMax = 512

/** A picture as a data URL: the service's medium thumbnail unchanged, or a local file scaled down. */
export async function reportPicture(src: string | null): Promise<string | undefined> {
  if (src === null) return undefined
  try {
    const response = await fetch(pictureAddress(mediumOf(src)))
    if (!response.ok) return undefined
    const blob = await response.blob()
    return await dataUrlOf(src.startsWith('blob:') ? await shrunk(blob) : blob)
  } catch {
    // A report may lack a picture.
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
