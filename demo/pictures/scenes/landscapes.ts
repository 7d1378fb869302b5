import { circle, curve, n, type Point, path, rect, Sketch, type Stop } from '../sketch.ts'

export interface Landscape {
  readonly seed: number
  readonly sky: readonly Stop[]
  /** From the farthest ridge to the nearest. */
  readonly ridges: readonly string[]
  readonly mist: string
  readonly sun?: { readonly x: number; readonly y: number; readonly r: number; readonly colour: string }
  /** How jagged the ridges are: 0 is dunes, 1 is mountains. */
  readonly jagged?: number
  /** Where a lake starts, as a share of the height. */
  readonly lakeAt?: number
  readonly stars?: boolean
}

/** Ridges that fade into mist below a sky, some above a lake. */
export function drawLandscape({ seed, sky, ridges, mist, sun, jagged = 0.5, lakeAt, stars }: Landscape): string {
  const sketch = new Sketch(960, 640, seed)
  const { width, height } = sketch
  const shore = (lakeAt ?? 1) * height
  sketch.ground(sketch.linear(sky))
  if (stars) drawStars(sketch)
  if (sun) drawSun(sketch, sun)
  const land = ridges.map((colour, i) => {
    const depth = (i + 1) / (ridges.length + 1)
    const base = shore * (0.42 + 0.5 * depth)
    const crest = ridge(sketch, base, (0.05 + 0.07 * depth) * height, jagged)
    const fill = sketch.linear([colour, [colour, 0.25], [mist, 1, lakeAt === undefined ? 0.75 : 0.4]])
    return path(`M${curve(crest)}V${n(shore)}H0Z`, i === ridges.length - 1 ? colour : fill)
  })
  sketch.add(...land)
  if (lakeAt !== undefined) drawLake(sketch, shore, sky, land, sun?.x)
  return sketch.svg()

  function drawLake(lake: Sketch, top: number, colours: readonly Stop[], shores: readonly string[], sunX = 0.5): void {
    lake.add(rect(0, top, width, height - top, lake.linear([...colours].toReversed().map(colourOf))))
    const mirrored = `<g transform="translate(0 ${n(2 * top)}) scale(1 -1)" opacity="0.45">${shores.join('')}</g>`
    lake.add(lake.clipped(rect(0, top, width, height - top, '#000'), lake.blurred(3, mirrored)))
    for (let i = 0; i < 46; i++) {
      const down = lake.random() ** 1.6
      const length = 20 + 130 * down * lake.random()
      const x = width * sunX + (lake.random() - 0.5) * width * (0.1 + 0.75 * down) - length / 2
      lake.add(
        rect(
          x,
          top + 6 + down * (height - top),
          length,
          0.8 + 2 * down,
          sun?.colour ?? '#fff',
          'opacity="0.35" rx="1"',
        ),
      )
    }
  }
}

function colourOf(stop: Stop): string {
  return typeof stop === 'string' ? stop : stop[0]
}

function drawSun(sketch: Sketch, { x, y, r, colour }: NonNullable<Landscape['sun']>): void {
  const [cx, cy] = [x * sketch.width, y * sketch.height]
  sketch.add(
    circle(
      cx,
      cy,
      r * 5,
      sketch.radial([
        [colour, 0, 0.55],
        [colour, 0.35, 0.18],
        [colour, 1, 0],
      ]),
    ),
  )
  sketch.add(circle(cx, cy, r, colour))
}

function drawStars(sketch: Sketch): void {
  const { random, width, height } = sketch
  for (let i = 0; i < 130; i++) {
    const [x, y] = [random() * width, random() ** 1.4 * height * 0.7]
    sketch.add(circle(x, y, 0.5 + random() ** 4 * 1.8, '#fff', `opacity="${n(0.35 + 0.6 * random())}"`))
  }
}

/** A crest from the left edge to the right: waves of falling size. */
function ridge({ random, width }: Sketch, base: number, reach: number, jagged: number): readonly Point[] {
  const waves = Array.from({ length: 7 }, (_, i) => ({
    length: width / (0.7 + i * (0.6 + jagged * 1.7)),
    reach: (reach * (1 + random())) / (1 + i * (3 - 2.2 * jagged)),
    phase: random() * 2 * Math.PI,
  }))
  const steps = Math.round(14 + 50 * jagged)
  return Array.from({ length: steps + 1 }, (_, i) => {
    const x = (i / steps) * width
    const y = waves.reduce((sum, wave) => sum + wave.reach * Math.sin((2 * Math.PI * x) / wave.length + wave.phase), 0)
    return { x, y: base - y }
  })
}
