import { circle, n, path, rect, Sketch, type Stop } from '../sketch.ts'

export interface Night {
  readonly seed: number
  readonly sky: readonly Stop[]
  readonly tower: string
  readonly lights: readonly [string, ...string[]]
  /** The number of out-of-focus lights in front of the towers. */
  readonly bokeh: number
}

/** Towers at night behind out-of-focus lights. */
export function drawNight({ seed, sky, tower, lights, bokeh }: Night): string {
  const sketch = new Sketch(960, 640, seed)
  const { random } = sketch
  sketch.ground(sketch.linear(sky))
  for (let x = -20; x < 960; x += 34 + 60 * random()) {
    const [width, height] = [random.between(44, 104), random.between(150, 430)]
    sketch.add(rect(x, 640 - height, width, height, tower, `opacity="${n(random.between(0.75, 1))}"`))
    const windows = lights.map((light) => ({ light, d: '' }))
    for (let y = 652 - height; y < 640; y += 15) {
      for (let at = x + 8; at < x + width - 8; at += 12) {
        const window = windows[random.whole(0, lights.length * 3)]
        if (window) window.d += `M${n(at)} ${n(y)}h5v7h-5z`
      }
    }
    sketch.add(...windows.map(({ light, d }) => path(d, light, 'opacity="0.8"')))
  }
  for (let i = 0; i < bokeh; i++) {
    const [x, y, r, light] = [random() * 960, 400 + 240 * random(), random.between(12, 52), random.oneOf(lights)]
    sketch.add(
      circle(
        x,
        y,
        r,
        sketch.radial([
          [light, 0, 0.26],
          [light, 0.9, 0.38],
          [light, 1, 0],
        ]),
      ),
    )
  }
  return sketch.svg()
}
