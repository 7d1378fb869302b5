import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoPicture } from '../../../../demo/pictures/draw.ts'

/** The pictures of the tour and of the guide, by folder. */
const folders = {
  good: ['three-vases-in-afternoon-light', 'olive-branch-in-a-niche', 'blush-cream', 'amber-serum', 'homage-in-ochre'],
  bad: ['dusk-over-five-ridges', 'neon-horizon', 'winter-fjord', 'city-in-amber', 'terracotta-dunes'],
  dark: ['night-fern', 'blue-threads', 'graphite-bottle', 'evening-front'],
  bright: ['iceland-poppies', 'fern-on-linen', 'white-corner', 'white-speaker'],
  new: [
    'five-quiet-vessels',
    'lemons-and-linen',
    'autumn-twigs',
    'reading-lamp',
    'lake-at-sunset',
    'morning-mist',
    'night-on-the-pass',
  ],
} as const

const others = 'more'
const folderOf: ReadonlyMap<string, string> = new Map(
  Object.entries(folders).flatMap(([folder, names]) => names.map((name) => [name, folder] as const)),
)

/** Draws all pictures, or only those of the tour. */
export async function drawDemo(isQuick: boolean): Promise<readonly DemoPicture[]> {
  const { drawPictures } = await import('../../../../demo/pictures/draw.ts')
  return drawPictures(isQuick ? [...folderOf.keys()] : undefined)
}

/** Writes the pictures into their folders. */
export function writePictures(directory: string, pictures: readonly DemoPicture[]): void {
  for (const { name, bytes } of pictures) {
    const folder = join(directory, folderOf.get(name.replace(/\.\w+$/, '')) ?? others)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
}
