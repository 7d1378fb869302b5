import sharp from 'sharp'
import { createRandom } from '../random.ts'
import { withSvg } from '../with-svg.ts'
import { abstractDrawings } from './catalogue/abstracts.ts'
import type { Drawing } from './catalogue/drawing.ts'
import { landscapeDrawings } from './catalogue/landscapes.ts'
import { placeDrawings } from './catalogue/places.ts'
import { productDrawings } from './catalogue/products.ts'
import { screenDrawings } from './catalogue/screens.ts'
import { stillLifeDrawings } from './catalogue/still-lifes.ts'

export interface DemoPicture {
  /** The file name. */
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** All pictures of the demo. */
export const drawings: readonly Drawing[] = [
  ...landscapeDrawings,
  ...stillLifeDrawings,
  ...productDrawings,
  ...abstractDrawings,
  ...placeDrawings,
  ...screenDrawings,
]

/** Draws the pictures with these names, all by default. The result is deterministic. */
export async function drawPictures(names?: readonly string[]): Promise<readonly DemoPicture[]> {
  const wanted = drawings.filter(({ name }) => names === undefined || names.includes(name))
  const waiting = wanted.entries()
  const drawn: DemoPicture[] = []
  const drawNext = async () => {
    for (const [i, drawing] of waiting) drawn[i] = await drawPicture(drawing)
  }
  // A few at a time: a process that is asked to stop first finishes the ones in progress.
  await withSvg(() => Promise.all(Array.from({ length: drawingsAtOnceMax }, drawNext)))
  return drawn
}

const drawingsAtOnceMax = 4

async function drawPicture({ name, svg, isScreen = false }: Drawing): Promise<DemoPicture> {
  const picture = sharp(Buffer.from(svg()))
  if (isScreen) return { name: `${name}.png`, bytes: new Uint8Array(await picture.png().toBuffer()) }
  const grained = picture.composite([{ input: grain, raw: grainShape, tile: true, blend: 'overlay' }])
  return { name: `${name}.jpg`, bytes: new Uint8Array(await grained.jpeg({ quality: 88 }).toBuffer()) }
}

const grainSide = 256
const grainShape = { width: grainSide, height: grainSide, channels: 4 } as const
const grain = makeGrain()

/** Grey noise around the middle, which `overlay` turns into lighter and darker spots. */
function makeGrain(): Buffer {
  const random = createRandom(2)
  const pixels = Buffer.alloc(grainSide * grainSide * 4)
  for (let at = 0; at < pixels.length; at += 4) {
    const value = 128 + 52 * (random() + random() - 1)
    pixels.set([value, value, value, 110], at)
  }
  return pixels
}
