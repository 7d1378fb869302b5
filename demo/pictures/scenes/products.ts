import { arch, circle, ellipse, n, path, rect, Sketch, type Stop } from '../sketch.ts'
import { castShadow, drawBall, type Glaze } from './vessels.ts'

export interface Product {
  readonly seed: number
  readonly size?: readonly [width: number, height: number]
  readonly ground: readonly Stop[]
  readonly kind: 'bottle' | 'jar' | 'speaker' | 'lamp' | 'phone'
  readonly glaze: Glaze
  readonly accent: string
  readonly podium: Glaze
  readonly backdrop?: { readonly shape: 'arch' | 'disc' | 'none'; readonly colour: string }
}

/** One product on a podium in a studio. */
export function drawProduct(product: Product): string {
  const [width, height] = product.size ?? [800, 800]
  const sketch = new Sketch(width, height, product.seed)
  const [x, floor] = [width / 2, height * 0.78]
  const unit = height
  sketch.ground(sketch.linear(product.ground))
  const { backdrop } = product
  if (backdrop?.shape === 'arch')
    sketch.add(path(arch(x - unit * 0.27, floor + unit * 0.02, unit * 0.54, unit * 0.66), backdrop.colour))
  if (backdrop?.shape === 'disc') sketch.add(circle(x + unit * 0.06, floor - unit * 0.36, unit * 0.29, backdrop.colour))
  drawPodium(sketch, x, floor, unit * 0.25, unit * 0.1, product.podium)
  drawBall(sketch, x + unit * 0.32, floor + unit * 0.045, unit * 0.055, product.podium)
  things[product.kind](sketch, x, floor - unit * 0.005, unit * 0.4, product)
  return sketch.svg()
}

function drawPodium(
  sketch: Sketch,
  x: number,
  y: number,
  half: number,
  height: number,
  { light, body, shade }: Glaze,
): void {
  castShadow(sketch, x, y + height, half, height * 2.2)
  const side = sketch.linear([body, [light, 0.3], [body, 0.6], shade], 0)
  const flat = half * 0.2
  const d = `M${n(x - half)} ${n(y)}v${n(height)}a${n(half)} ${n(flat)} 0 0 0 ${n(2 * half)} 0v${n(-height)}Z`
  sketch.add(path(d, side), ellipse(x, y, half, flat, light))
}

type Draw = (sketch: Sketch, x: number, y: number, height: number, product: Product) => void

/** The foot of each is at (x, y). */
const things: Readonly<Record<Product['kind'], Draw>> = {
  bottle(sketch, x, y, h, { glaze, accent }) {
    const w = h * 0.36
    castShadow(sketch, x, y, w / 2, h * 0.5)
    box(sketch, x, y, w, h * 0.74, h * 0.06, glaze)
    box(sketch, x, y - h * 0.74, w * 0.34, h * 0.05, 2, glaze)
    box(sketch, x, y - h * 0.78, w * 0.46, h * 0.22, h * 0.02, { light: accent, body: accent, shade: accent })
    label(sketch, x, y - h * 0.4, w * 0.62, h * 0.26, accent)
  },
  jar(sketch, x, y, h, { glaze, accent }) {
    const w = h * 0.82
    castShadow(sketch, x, y, w / 2, h * 0.4)
    box(sketch, x, y, w, h * 0.42, h * 0.09, glaze)
    box(sketch, x, y - h * 0.4, w * 1.03, h * 0.2, h * 0.03, { light: accent, body: accent, shade: accent })
    label(sketch, x, y - h * 0.2, w * 0.44, h * 0.14, accent)
  },
  speaker(sketch, x, y, h, { glaze, accent }) {
    const w = h * 0.62
    castShadow(sketch, x, y, w / 2, h * 0.5)
    box(sketch, x, y, w, h, h * 0.1, glaze)
    for (const [at, r] of [
      [0.7, 0.13],
      [0.32, 0.23],
    ] as const) {
      sketch.add(circle(x, y - h * at, h * r, sketch.radial([glaze.shade, '#16161a'], { x: 0.4, y: 0.35, r: 0.8 })))
      sketch.add(circle(x, y - h * at, h * r * 0.4, sketch.radial([accent, glaze.shade], { x: 0.35, y: 0.3, r: 0.9 })))
    }
  },
  lamp(sketch, x, y, h, { glaze, accent }) {
    castShadow(sketch, x, y, h * 0.22, h * 0.4)
    sketch.add(ellipse(x, y - 4, h * 0.22, h * 0.05, glaze.shade), rect(x - 3, y - h * 0.6, 6, h * 0.6, glaze.body))
    const top = y - h
    sketch.add(
      circle(
        x,
        top + h * 0.3,
        h * 0.75,
        sketch.radial([
          [accent, 0, 0.6],
          [accent, 1, 0],
        ]),
      ),
    )
    const shade = `M${n(x - h * 0.15)} ${n(top)}h${n(h * 0.3)}L${n(x + h * 0.34)} ${n(top + h * 0.42)}H${n(x - h * 0.34)}Z`
    sketch.add(path(shade, sketch.linear([glaze.body, [glaze.light, 0.35], glaze.shade], 0)))
  },
  phone(sketch, x, y, h, { glaze, accent }) {
    const w = h * 0.52
    castShadow(sketch, x, y, w / 2, h * 0.5)
    box(sketch, x, y, w, h * 1.06, h * 0.08, glaze)
    const inner = rect(x - w * 0.45, y - h * 1.03, w * 0.9, h, '#fff', `rx="${n(h * 0.06)}"`)
    const screen = sketch.linear([accent, glaze.light], 60)
    sketch.add(
      sketch.clipped(
        inner,
        rect(x - w, y - h * 1.1, w * 2, h * 1.2, screen),
        circle(x + w * 0.1, y - h * 0.62, w * 0.26, '#fff', 'opacity="0.85"'),
      ),
    )
    for (const i of [0, 1, 2])
      sketch.add(
        rect(x - w * 0.33, y - h * (0.3 - i * 0.07), w * (0.62 - i * 0.16), h * 0.028, '#fff', 'rx="5" opacity="0.8"'),
      )
  },
}

function box(
  sketch: Sketch,
  x: number,
  y: number,
  w: number,
  h: number,
  r: number,
  { light, body, shade }: Glaze,
): void {
  const fill = sketch.linear(
    [
      [body, 0],
      [light, 0.22],
      [body, 0.5],
      [shade, 1],
    ],
    0,
  )
  sketch.add(rect(x - w / 2, y - h, w, h, fill, `rx="${n(r)}"`))
}

function label(sketch: Sketch, x: number, y: number, w: number, h: number, ink: string): void {
  sketch.add(rect(x - w / 2, y - h / 2, w, h, '#fffaf2', 'opacity="0.92" rx="2"'))
  sketch.add(
    circle(x, y - h * 0.18, h * 0.13, ink),
    rect(x - w * 0.3, y + h * 0.12, w * 0.6, h * 0.06, ink),
    rect(x - w * 0.2, y + h * 0.26, w * 0.4, h * 0.05, ink, 'opacity="0.6"'),
  )
}
