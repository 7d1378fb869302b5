import { circle, n, path, rect, Sketch, stroke } from '../sketch.ts'

export interface Loud {
  readonly seed: number
  readonly kind: keyof typeof loudThings
  readonly colours: readonly [string, string, ...string[]]
}

/** Garish or bland pictures. */
export function drawLoud({ seed, kind, colours }: Loud): string {
  const sketch = new Sketch(960, 640, seed)
  sketch.ground(colours[0])
  loudThings[kind](sketch, colours)
  return sketch.svg()
}

type Colours = Loud['colours']

const loudThings = {
  /** A banner of stars, stripes and stickers. */
  sale(sketch: Sketch, colours: Colours) {
    const { random } = sketch
    for (let i = 0; i < 36; i++) {
      const [from, to] = [(i / 36) * 2 * Math.PI, ((i + 0.5) / 36) * 2 * Math.PI]
      const d = `M480 320L${n(480 + 700 * Math.cos(from))} ${n(320 + 700 * Math.sin(from))}L${n(480 + 700 * Math.cos(to))} ${n(320 + 700 * Math.sin(to))}Z`
      sketch.add(path(d, colours[1]))
    }
    for (let i = 0; i < 26; i++) {
      const [x, y] = [random() * 960, random() * 640]
      sketch.add(star(x, y, random.between(24, 96), random.whole(8, 16), random.oneOf(colours), random() * 90))
    }
    for (let i = 0; i < 12; i++) {
      const [x, y] = [random() * 860, random() * 600]
      sketch.add(
        rect(
          x,
          y,
          random.between(60, 190),
          random.between(16, 44),
          random.oneOf(colours),
          `transform="rotate(${n(random.between(-18, 18))} ${n(x)} ${n(y)})" stroke="#000" stroke-width="3"`,
        ),
      )
    }
  },
  /** Scraps of paper everywhere. */
  confetti(sketch: Sketch, colours: Colours) {
    const { random } = sketch
    for (let i = 0; i < 420; i++) {
      const [x, y, w] = [random() * 960, random() * 640, random.between(8, 40)]
      const turn = `transform="rotate(${n(random() * 180)} ${n(x)} ${n(y)})"`
      sketch.add(
        i % 3 === 0
          ? circle(x, y, w / 2, random.oneOf(colours))
          : rect(x, y, w, w * random.between(0.3, 1), random.oneOf(colours), turn),
      )
    }
  },
  /** Almost no contrast. */
  murk(sketch: Sketch, colours: Colours) {
    const { random } = sketch
    const patches = Array.from({ length: 22 }, () => {
      const [x, y, width, height] = [random() * 960, random() * 640, random.between(90, 320), random.between(60, 200)]
      return rect(x - 100, y - 60, width, height, random.oneOf(colours), 'opacity="0.5"')
    })
    sketch.add(sketch.blurred(26, ...patches))
  },
  /** Crossing lines. */
  tangle(sketch: Sketch, colours: Colours) {
    const { random } = sketch
    const place = () => `${n(random.between(-60, 1020))} ${n(random.between(-60, 700))}`
    for (let i = 0; i < 70; i++) {
      sketch.add(stroke(`M${place()}C${place()} ${place()} ${place()}`, random.oneOf(colours), random.between(1, 13)))
    }
  },
  /** A checked pattern that flickers. */
  checks(sketch: Sketch, colours: Colours) {
    for (let y = 0; y < 640; y += 32) {
      for (let x = 0; x < 960; x += 32) {
        const i = (x + y) / 32
        sketch.add(rect(x, y, 32, 32, colours[i % colours.length] ?? colours[0]))
        sketch.add(circle(x + 16, y + 16, 9, colours[(i + 1) % colours.length] ?? colours[1]))
      }
    }
  },
} as const

function star(x: number, y: number, r: number, rays: number, colour: string, degrees: number): string {
  const points = Array.from({ length: rays * 2 }, (_, i) => {
    const [angle, reach] = [(i / rays) * Math.PI, i % 2 === 0 ? r : r * 0.7]
    return `${n(x + reach * Math.cos(angle))} ${n(y + reach * Math.sin(angle))}`
  })
  const turn = `transform="rotate(${n(degrees)} ${n(x)} ${n(y)})" stroke="#000" stroke-width="2"`
  return path(`M${points.join('L')}Z`, colour, turn)
}
