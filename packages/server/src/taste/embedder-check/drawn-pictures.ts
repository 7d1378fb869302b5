import sharp from 'sharp'
import type { JudgedPictures } from './judged-pictures.ts'

const count = 6
const [width, height] = [320, 240]

/** Generates simple pictures for a check without user pictures: gradients with a few boxes, all different. */
export async function drawPictures(dimension: string): Promise<JudgedPictures> {
  const pictures = new Map<string, Uint8Array>()
  for (let i = 0; i < count; i++) pictures.set(`drawn ${i + 1}`, await draw(i))
  return { pictures, dimension, examples: { labels: [], comparisons: [], constraints: [] }, seed: null, unreadable: 0 }
}

function draw(seed: number): Promise<Buffer> {
  const data = new Uint8Array(width * height * 3)
  const boxes = Array.from({ length: 2 + (seed % 4) }, (_, box) => ({
    left: ((seed + 3) * (box + 2) * 61) % (width - 120),
    top: ((seed + 5) * (box + 1) * 47) % (height - 90),
    colour: [(seed * 53 + box * 91) % 256, (seed * 97 + box * 37) % 256, (seed * 29 + box * 67) % 256] as const,
  }))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const box = boxes.findLast(({ left, top }) => x >= left && x < left + 120 && y >= top && y < top + 90)
      const ground = [(x + seed * 40) % 256, (y + seed * 70) % 256, (x + y + seed * 20) % 256]
      data.set(box?.colour ?? ground, (y * width + x) * 3)
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}
