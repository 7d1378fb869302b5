import { curve, ellipse, path, rect, type Sketch, stroke } from '../sketch.ts'

/** The colours left and right of the highlight on a round object. */
export interface Glaze {
  readonly light: string
  readonly body: string
  readonly shade: string
}

/** Half-widths of vessels from the mouth to the foot, as shares of the height. */
const profiles = {
  amphora: [0.13, 0.1, 0.12, 0.27, 0.33, 0.28, 0.17, 0.14],
  bottle: [0.06, 0.055, 0.06, 0.09, 0.19, 0.21, 0.21, 0.19],
  jug: [0.17, 0.14, 0.16, 0.24, 0.27, 0.26, 0.22, 0.18],
  bowl: [1.1, 1.07, 1.0, 0.9, 0.75, 0.56, 0.4, 0.36],
  gourd: [0.1, 0.12, 0.16, 0.13, 0.2, 0.31, 0.31, 0.2],
  column: [0.2, 0.19, 0.19, 0.19, 0.19, 0.19, 0.19, 0.18],
} as const

export type Shape = keyof typeof profiles

interface Vessel {
  readonly shape: Shape
  /** The middle of the foot. */
  readonly x: number
  readonly y: number
  readonly height: number
  readonly glaze: Glaze
}

/** A vessel shaded by light from the left, and its shadow on the ground. */
export function drawVessel(sketch: Sketch, { shape, x, y, height, glaze }: Vessel): void {
  const halves = profiles[shape].map((share) => share * height)
  const at = (i: number, side: number) => ({
    x: x + side * (halves[i] ?? 0),
    y: y - height + (i / (halves.length - 1)) * height,
  })
  const down = halves.map((_, i) => at(i, 1))
  const up = halves.map((_, i) => at(i, -1)).toReversed()
  const [mouth = 0, foot = 0] = [halves[0], halves.at(-1)]
  castShadow(sketch, x, y, Math.max(...halves), height)
  const round = sketch.linear(
    [
      [glaze.body, 0],
      [glaze.light, 0.28],
      [glaze.body, 0.55],
      [glaze.shade, 1],
    ],
    0,
  )
  const lip = mouth * 0.22
  const sides = `M${curve(down)}a${foot} ${foot * 0.18} 0 0 1 ${-2 * foot} 0L${curve(up)}Z`
  sketch.add(path(sides, round), ellipse(x, y - height, mouth, lip, glaze.light))
  sketch.add(ellipse(x, y - height + lip * 0.15, mouth * 0.86, lip * 0.75, glaze.shade))
}

/** The shadow of a round object whose foot is at (x, y), with light from the left. */
export function castShadow(sketch: Sketch, x: number, y: number, half: number, height: number): void {
  const long = ellipse(x + half * 0.9 + height * 0.16, y + 2, half + height * 0.3, half * 0.2 + 4, '#1a0f0a')
  const near = ellipse(x + half * 0.1, y + 2, half * 0.95, half * 0.13 + 2, '#1a0f0a')
  sketch.add(`<g opacity="0.2">${sketch.blurred(14, long)}</g>`, `<g opacity="0.4">${sketch.blurred(4, near)}</g>`)
}

/** A ball lit from the upper left: fruit, a stone, a pearl. */
export function drawBall(sketch: Sketch, x: number, y: number, r: number, { light, body, shade }: Glaze): void {
  castShadow(sketch, x, y + r, r * 0.8, r)
  const fill = sketch.radial(
    [
      [light, 0],
      [body, 0.45],
      [shade, 1],
    ],
    { x: 0.36, y: 0.32, r: 0.72 },
  )
  sketch.add(ellipse(x, y, r, r, fill))
}

/** A twig that bends away from (x, y), with leaves in pairs. */
export function drawTwig(sketch: Sketch, x: number, y: number, lean: number, length: number, leaf: Glaze): void {
  const { random } = sketch
  const points = Array.from({ length: 7 }, (_, i) => {
    const t = i / 6
    return { x: x + lean * length * t ** 1.6, y: y - length * (t - 0.12 * t * t) }
  })
  sketch.add(stroke(`M${curve(points)}`, leaf.shade, 2.6))
  for (const [i, point] of points.entries()) {
    if (i < 2) continue
    for (const side of [-1, 1]) {
      const size = length * (0.2 - 0.014 * i) * (0.85 + 0.3 * random())
      sketch.add(leafAt(point.x, point.y, size, side * (52 + 14 * random()) + lean * 40, leaf))
    }
  }
}

/** A leaf whose stalk is at (x, y), turned by degrees from upright; one half is in the light. */
export function leafAt(x: number, y: number, size: number, degrees: number, { light, body, shade }: Glaze): string {
  const w = size * 0.3
  const half = (side: number) => `M0 0C${side * w} ${-size * 0.25} ${side * w} ${-size * 0.7} 0 ${-size}`
  const shapes = [path(`${half(1)}Z`, body), path(`${half(-1)}Z`, light), stroke(`M0 0V${-size * 0.92}`, shade, 0.9)]
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees.toFixed(1)})">${shapes.join('')}</g>`
}

/** Light that falls through a window onto the wall. */
export function drawWindowLight(sketch: Sketch, x: number, y: number, size: number, colour: string): void {
  const panes = [0, 1].flatMap((column) =>
    [0, 1, 2].map((row) => rect(column * size * 0.52, row * size * 0.46, size * 0.47, size * 0.41, colour)),
  )
  const slanted = `<g transform="translate(${x} ${y}) skewY(-16) skewX(-8)">${panes.join('')}</g>`
  sketch.add(`<g opacity="0.5">${sketch.blurred(5, slanted)}</g>`)
}
