import { circle, curve, n, rect, Sketch, stroke } from '../sketch.ts'
import { drawTwig, type Glaze, leafAt } from './vessels.ts'

export interface Botanical {
  readonly seed: number
  readonly paper: string
  readonly kind: 'sprig' | 'poppies' | 'fern'
  readonly leaf: Glaze
  readonly petal: Glaze
}

/** A plant on paper, as in a herbarium. */
export function drawBotanical({ seed, paper, kind, leaf, petal }: Botanical): string {
  const sketch = new Sketch(640, 800, seed)
  sketch.ground(paper)
  sketch.add(rect(30, 30, 580, 740, 'none', `stroke="${leaf.shade}" stroke-opacity="0.25"`))
  plants[kind](sketch, leaf, petal)
  return sketch.svg()
}

const plants: Readonly<Record<Botanical['kind'], (sketch: Sketch, leaf: Glaze, petal: Glaze) => void>> = {
  sprig(sketch, leaf, petal) {
    drawTwig(sketch, 320, 720, -0.25, 620, leaf)
    drawTwig(sketch, 322, 700, 0.42, 430, leaf)
    for (let i = 0; i < 16; i++) {
      const t = 0.25 + 0.7 * sketch.random()
      const [x, y] = [320 + sketch.random.between(-150, 150) * t, 700 - 560 * t]
      sketch.add(
        circle(
          x,
          y,
          sketch.random.between(5, 11),
          sketch.radial([petal.light, petal.shade], { x: 0.35, y: 0.3, r: 0.8 }),
        ),
      )
    }
  },
  poppies(sketch, leaf, petal) {
    for (const [x, top, r] of [
      [210, 230, 78],
      [420, 180, 92],
      [330, 400, 62],
      [500, 430, 46],
    ] as const) {
      const stem = [
        { x: 320, y: 740 },
        { x: (320 + x) / 2 + 20, y: (740 + top) / 2 },
        { x, y: top },
      ]
      sketch.add(stroke(`M${curve(stem)}`, leaf.body, 4))
      for (let i = 0; i < 5; i++) sketch.add(petalAt(sketch, x, top, r, i * 72 + x, petal))
      sketch.add(circle(x, top, r * 0.2, leaf.shade), circle(x - r * 0.05, top - r * 0.05, r * 0.09, leaf.light))
    }
    for (const side of [-1, 1])
      sketch.add(leafAt(320, 735, 230, side * 62, leaf), leafAt(320, 735, 160, side * 88, leaf))
  },
  fern(sketch, leaf) {
    for (const [x, lean, length] of [
      [320, 0, 660],
      [300, -0.5, 500],
      [340, 0.5, 520],
    ] as const) {
      sketch.add(
        stroke(
          `M${x} 740Q${n(x + lean * 60)} ${n(740 - length * 0.6)} ${n(x + lean * length * 0.6)} ${n(740 - length)}`,
          leaf.shade,
          3,
        ),
      )
      for (let i = 2; i < 22; i++) {
        const t = i / 22
        const [px, py] = [
          x + 2 * (1 - t) * t * lean * 60 + t * t * lean * length * 0.6,
          740 - 2 * (1 - t) * t * length * 0.6 - t * t * length,
        ]
        const size = 120 * Math.sin(Math.PI * (0.16 + 0.82 * t))
        for (const side of [-1, 1]) sketch.add(leafAt(px, py, Math.max(14, size), side * 66 + lean * 45 * t, leaf))
      }
    }
  },
}

function petalAt(
  sketch: Sketch,
  x: number,
  y: number,
  r: number,
  degrees: number,
  { light, body, shade }: Glaze,
): string {
  const fill = sketch.radial(
    [
      [shade, 0],
      [body, 0.5],
      [light, 1],
    ],
    { x: 0.5, y: 1, r: 1 },
  )
  const d = `M0 0C${n(-r)} ${n(-r * 0.4)} ${n(-r * 0.7)} ${n(-r * 1.1)} 0 ${n(-r)}C${n(r * 0.7)} ${n(-r * 1.1)} ${n(r)} ${n(-r * 0.4)} 0 0Z`
  return `<path d="${d}" fill="${fill}" opacity="0.94" transform="translate(${x} ${y}) rotate(${degrees})"/>`
}
