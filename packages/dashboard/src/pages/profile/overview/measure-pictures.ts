import { type Measured, measureAttributes } from '@palate/core/taste/attributes.ts'
import { pictureAddress } from '../../../ui/picture.tsx'

/** The measures are calibrated for this longer side. */
const sideMax = 256

/** The attributes of pictures, measured from their thumbnails, one after the other so that the page stays quick. */
export async function measurePictures(sources: readonly string[], signal: AbortSignal): Promise<readonly Measured[]> {
  const measured: Measured[] = []
  for (const source of sources) {
    signal.throwIfAborted()
    const pixels = await readPixels(source).catch(() => undefined)
    if (pixels) measured.push(measureAttributes(pixels))
  }
  return measured
}

async function readPixels(source: string) {
  const image = new Image()
  image.src = pictureAddress(source)
  await image.decode()
  const scale = Math.min(1, sideMax / Math.max(image.naturalWidth, image.naturalHeight))
  const width = Math.max(1, Math.round(image.naturalWidth * scale))
  const height = Math.max(1, Math.round(image.naturalHeight * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, width, height)
  return { width, height, data: withoutAlpha(context.getImageData(0, 0, width, height).data) }
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) rgb.set(rgba.subarray(from, from + 3), to)
  return rgb
}
