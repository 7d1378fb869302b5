import { hugeWebp } from '../../tests/scoring/huge-pictures.ts'

const sideMax = 7000

/**
 * A WebP of 38 bytes with 49 megapixels, as a data URL. Each number has its own dimensions and therefore its own bytes.
 */
export async function hugePictureUrl(number: number): Promise<string> {
  const bytes = await hugeWebp(sideMax - (number % 100), sideMax - Math.floor(number / 100))
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
