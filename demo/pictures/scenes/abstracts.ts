import { circle, curve, n, path, rect, Sketch, stroke } from '../sketch.ts'
import { leafAt } from './vessels.ts'

export interface Abstract {
  readonly seed: number
  readonly ground: string
  readonly colours: readonly [string, ...string[]]
  readonly kind: keyof typeof compositions
}

/** Plain shapes in a few colours. */
export function drawAbstract({ seed, ground, colours, kind }: Abstract): string {
  const sketch = new Sketch(800, 800, seed)
  sketch.ground(ground)
  compositions[kind](sketch, colours, ground)
  return sketch.svg()
}

type Colours = Abstract['colours']

const compositions = {
  /** Quarter circles in a grid. */
  tiles(sketch: Sketch, colours: Colours, ground: string) {
    const [side, { random }] = [160, sketch]
    for (let y = 0; y < 800; y += side) {
      for (let x = 0; x < 800; x += side) {
        const [first, second] = [random.oneOf(colours), random.oneOf([ground, ...colours])]
        const turn = `transform="rotate(${random.whole(0, 3) * 90} ${x + side / 2} ${y + side / 2})"`
        sketch.add(rect(x, y, side, side, second === first ? ground : second))
        const isRound = random() < 0.75
        const quarter = `M${x} ${y}h${side}a${side} ${side} 0 0 1 ${-side} ${side}Z`
        const half = `M${x} ${y}h${side}a${side / 2} ${side / 2} 0 0 1 ${-side} 0Z`
        sketch.add(path(isRound ? quarter : half, first, turn))
      }
    }
  },
  /** Nested arches. */
  rainbow(sketch: Sketch, colours: Colours) {
    const bands = [...colours, ...colours].slice(0, 6)
    for (const [i, colour] of bands.entries()) {
      const r = 330 - i * 48
      sketch.add(path(`M${400 - r} 690V${380}a${r} ${r} 0 0 1 ${2 * r} 0V690Z`, colour))
    }
    sketch.add(circle(704, 108, 50, colours[1] ?? colours[0]), rect(0, 690, 800, 3, colours.at(-1) ?? colours[0]))
  },
  /** Overlapping glass discs. */
  discs(sketch: Sketch, colours: Colours) {
    const { random } = sketch
    for (let i = 0; i < 9; i++) {
      const [x, y, r] = [random.between(160, 640), random.between(160, 640), random.between(70, 210)]
      sketch.add(
        circle(x, y, r, colours[i % colours.length] ?? colours[0], 'opacity="0.82" style="mix-blend-mode:multiply"'),
      )
    }
  },
  /** Nested squares, slightly below centre. */
  squares(sketch: Sketch, colours: Colours) {
    for (const [i, colour] of colours.entries()) {
      const side = 800 - i * 170
      sketch.add(rect((800 - side) / 2, (800 - side) * 0.66, side, side, colour))
    }
  },
  /** Leaves and pebbles as if cut out of paper. */
  cutouts(sketch: Sketch, colours: Colours) {
    const { random } = sketch
    for (let i = 0; i < 9; i++) {
      const [column, row] = [i % 3, Math.floor(i / 3)]
      const [x, y] = [150 + column * 250 + random.between(-24, 24), 150 + row * 250 + random.between(-24, 24)]
      const colour = colours[(i * 2 + row) % colours.length] ?? colours[0]
      sketch.add(i % 2 === 0 ? frond(x, y, colour, random.between(-40, 40)) : pebble(sketch, x, y, colour))
    }
  },
  /** Broad waves, one behind the other. */
  waves(sketch: Sketch, colours: Colours) {
    const { random } = sketch
    const bands = 8
    for (let i = 0; i < bands; i++) {
      const [base, phase] = [120 + i * 92, random() * 6]
      const points = Array.from({ length: 9 }, (_, at) => ({ x: at * 100, y: base + 44 * Math.sin(phase + at * 0.9) }))
      sketch.add(path(`M${curve(points)}V800H0Z`, colours[i % colours.length] ?? colours[0]))
    }
  },
  /** A mobile: wires and weights. */
  mobile(sketch: Sketch, colours: Colours) {
    const ink = colours.at(-1) ?? colours[0]
    sketch.add(
      stroke(
        'M400 40V170M180 230C300 150 480 150 640 250M180 230V380M640 250V330M470 420C560 320 680 300 760 380',
        ink,
        3.5,
      ),
    )
    sketch.add(stroke('M470 420V560M760 380V450', ink, 3.5))
    for (const [i, [x, y, r]] of [
      [180, 460, 84],
      [470, 620, 62],
      [760, 474, 26],
      [640, 332, 12],
    ].entries()) {
      sketch.add(circle(x ?? 0, y ?? 0, r ?? 0, colours[i % (colours.length - 1)] ?? ink))
    }
  },
  /** Threads between two edges. */
  threads(sketch: Sketch, colours: Colours) {
    for (let i = 0; i <= 64; i++) {
      const t = i / 64
      const d = `M${n(60 + 680 * t)} 70C${n(400 + 380 * Math.sin(t * 5))} 300 ${n(400 - 420 * Math.cos(t * 4))} 480 ${n(740 - 680 * t)} 730`
      sketch.add(stroke(d, colours[Math.floor(t * (colours.length - 0.01))] ?? colours[0], 2.4))
    }
  },
} as const

function frond(x: number, y: number, colour: string, degrees: number): string {
  const glaze = { light: colour, body: colour, shade: colour }
  const leaves = [0, 1, 2, 3, 4].flatMap((i) =>
    [-1, 1].map((side) => leafAt(0, 60 - i * 36, 84 - i * 6, side * (58 - i * 5), glaze)),
  )
  const stalk = stroke('M0 100V-90', colour, 7)
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(degrees)})">${leaves.join('')}${stalk}</g>`
}

function pebble({ random }: Sketch, x: number, y: number, colour: string): string {
  const ring = Array.from({ length: 7 }, (_, i) => {
    const [angle, r] = [(i / 7) * 2 * Math.PI, random.between(66, 108)]
    return { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) }
  })
  return path(`M${curve([...ring, ...ring.slice(0, 1)])}Z`, colour)
}
