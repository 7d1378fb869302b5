import { arch, path, rect, Sketch, type Stop } from '../sketch.ts'
import { drawBall, drawTwig, drawVessel, drawWindowLight, type Glaze, type Shape } from './vessels.ts'

export interface StillLife {
  readonly seed: number
  readonly size?: readonly [width: number, height: number]
  readonly wall: readonly Stop[]
  readonly table: readonly Stop[]
  /** From left to right; `x` and `height` are shares of the picture. */
  readonly vessels: readonly {
    readonly shape: Shape
    readonly x: number
    readonly height: number
    readonly glaze: Glaze
  }[]
  readonly fruit?: readonly { readonly x: number; readonly r: number; readonly glaze: Glaze }[]
  readonly twig?: { readonly of: number; readonly leaf: Glaze }
  readonly niche?: string
  readonly windowLight?: string
}

/** Vessels and fruit on a table before a wall, in light from the left. */
export function drawStillLife(life: StillLife): string {
  const [width, height] = life.size ?? [960, 640]
  const sketch = new Sketch(width, height, life.seed)
  const edge = height * 0.72
  sketch.ground(sketch.linear(life.wall, 20))
  if (life.niche) sketch.add(path(arch(width * 0.28, edge, width * 0.44, height * 0.6), life.niche))
  if (life.windowLight) drawWindowLight(sketch, width * 0.5, height * 0.16, height * 0.42, life.windowLight)
  sketch.add(rect(0, edge, width, height - edge, sketch.linear(life.table)))
  sketch.add(rect(0, edge, width, 2.5, '#fff', 'opacity="0.22"'))
  const foot = height * 0.84
  const twigged = life.vessels[life.twig?.of ?? -1]
  if (twigged && life.twig) {
    for (const lean of [-0.55, -0.12, 0.4]) {
      const [x, y] = [twigged.x * width, foot - twigged.height * height + 8]
      drawTwig(sketch, x, y, lean, height * (0.36 - Math.abs(lean) * 0.12), life.twig.leaf)
    }
  }
  for (const [i, { shape, x, height: share, glaze }] of life.vessels.entries()) {
    drawVessel(sketch, { shape, x: x * width, y: foot + (i % 2) * height * 0.035, height: share * height, glaze })
  }
  for (const [i, { x, r, glaze }] of (life.fruit ?? []).entries()) {
    drawBall(sketch, x * width, height * (0.9 + 0.025 * (i % 2)) - r * height, r * height, glaze)
  }
  return sketch.svg()
}
