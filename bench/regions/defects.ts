import sharp from 'sharp'
import type { Random } from '../../demo/random.ts'
import { withSvg } from '../../demo/with-svg.ts'

/** A square patch that spoils a picture, of the given side. */
type Patch = (picture: Buffer, left: number, top: number, side: number) => Promise<Buffer>

const points = Array.from({ length: 24 }, (_, i) => {
  const [radius, angle] = [i % 2 === 0 ? 48 : 34, (i * Math.PI) / 12]
  return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`
})

export const defects = {
  'garish badge': (_picture, _left, _top, side) => {
    const star = `<polygon fill="#ff10c8" stroke="#ffe600" stroke-width="6" points="${points.join(' ')}"/>`
    const text = `<text y="9" font-size="26" font-weight="bold" text-anchor="middle" fill="#ffe600" font-family="sans-serif">NEW!</text>`
    const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100" width="${side}" height="${side}">${star}${text}</svg>`
    return withSvg(() => sharp(Buffer.from(badge)).png().toBuffer())
  },
  'blurred patch': async (picture, left, top, side) => {
    const patch = await sharp(picture).extract({ left, top, width: side, height: side }).toBuffer()
    return sharp(patch).blur(14).png().toBuffer()
  },
  'dark box': (_picture, _left, _top, side) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#141418' } })
      .png()
      .toBuffer(),
} as const satisfies Readonly<Record<string, Patch>>
export type Defect = keyof typeof defects

/** How much of the cell's side the defect takes. */
const share = 0.9

/** A square picture with a defect somewhere in one of its sixteen cells. */
export async function withDefect(picture: Buffer, defect: Defect, cell: number, random: Random): Promise<Buffer> {
  const { width = 0 } = await sharp(picture).metadata()
  const cellSide = width / 4
  const side = Math.round(share * cellSide)
  const left = Math.round((cell % 4) * cellSide + random.between(0, cellSide - side))
  const top = Math.round(Math.floor(cell / 4) * cellSide + random.between(0, cellSide - side))
  const input = await (defects[defect] as Patch)(picture, left, top, side)
  return sharp(picture).composite([{ input, left, top }]).png().toBuffer()
}
