import { arch, n, path, rect, Sketch, type Stop } from '../sketch.ts'

export interface Building {
  readonly seed: number
  readonly kind: keyof typeof buildings
  readonly sky: readonly Stop[]
  readonly light: string
  readonly wall: string
  readonly shade: string
  readonly dark: string
}

/** Walls in hard light. */
export function drawBuilding(building: Building): string {
  const sketch = new Sketch(960, 640, building.seed)
  sketch.ground(sketch.linear(building.sky))
  buildings[building.kind](sketch, building)
  return sketch.svg()
}

const buildings = {
  /** A row of arches, each with a lit and a shaded side. */
  colonnade(sketch: Sketch, { light, wall, shade, dark }: Building) {
    sketch.add(rect(0, 110, 960, 530, sketch.linear([light, wall])))
    sketch.add(rect(0, 96, 960, 18, light), rect(0, 114, 960, 10, shade, 'opacity="0.5"'))
    for (let i = 0; i < 4; i++) {
      const x = 40 + i * 232
      sketch.add(path(arch(x, 566, 176, 372), shade))
      sketch.add(
        sketch.clipped(
          path(arch(x, 566, 176, 372), '#000'),
          path(arch(x + 38, 566, 176, 352), sketch.linear([dark, shade])),
        ),
      )
    }
    sketch.add(rect(0, 566, 960, 74, sketch.linear([light, wall])))
    for (let i = 0; i < 4; i++) {
      sketch.add(path(`M${40 + i * 232} 566h176l120 74h-210Z`, shade, 'opacity="0.32"'))
    }
  },
  /** Steps from the lower left to the upper right. */
  stairs(sketch: Sketch, { light, wall, shade, dark }: Building) {
    const [steps, run, rise] = [9, 108, 62]
    sketch.add(path('M0 640V300L960 -40V640Z', wall, 'opacity="0.55"'))
    for (let i = 0; i < steps; i++) {
      const [x, y] = [i * run - 10, 600 - i * rise]
      sketch.add(
        rect(
          x,
          y,
          960,
          640,
          sketch.linear(
            [
              [shade, 0],
              [dark, 1],
            ],
            90,
          ),
        ),
      )
      sketch.add(path(`M${x} ${y}h960l-34 -18H${x + 34}Z`, light), rect(x, y, 960, 5, wall))
    }
    sketch.add(path('M560 640L960 330V640Z', dark, 'opacity="0.28"'))
  },
  /** A front of windows, some of them lit. */
  facade(sketch: Sketch, { light, wall, shade, dark }: Building) {
    const { random } = sketch
    sketch.add(rect(120, 60, 720, 580, sketch.linear([wall, shade], 0)))
    for (let row = 0; row < 6; row++) {
      for (let column = 0; column < 8; column++) {
        const [x, y, isLit] = [152 + column * 84, 96 + row * 90, random() < 0.24]
        sketch.add(
          rect(x, y, 52, 62, isLit ? light : dark),
          rect(
            x,
            y,
            52,
            62,
            sketch.linear(
              [
                ['#fff', 0, 0.25],
                ['#fff', 0.6, 0],
              ],
              50,
            ),
          ),
        )
        sketch.add(rect(x - 5, y + 62, 62, 6, light, 'opacity="0.5"'))
        if (random() < 0.3) sketch.add(rect(x, y, 52, 18 + 30 * random(), wall))
      }
    }
  },
  /** Two planes and the edge between them. */
  corner(sketch: Sketch, { light, wall, shade, dark }: Building) {
    sketch.add(path('M0 640V210L520 60V640Z', sketch.linear([light, wall], 10)))
    sketch.add(path('M520 640V60L960 250V640Z', sketch.linear([shade, dark], 10)))
    for (let i = 0; i < 4; i++) {
      const x = 70 + i * 116
      const top = 280 - i * 34
      sketch.add(
        path(`M${x} ${n(top + 20)}l58 -17v150l-58 9Z`, dark),
        path(`M${x} ${n(top + 20)}l58 -17v22l-58 17Z`, shade),
      )
    }
    sketch.add(path('M0 640V586L520 560L960 592V640Z', wall), path('M520 560L960 592V640H700Z', dark, 'opacity="0.3"'))
  },
} as const
