import type { Pixels } from '@palate/core/taste/attributes.ts'
import type { Protocol } from './protocol.ts'

/** A picture as lines of `▀`: each shows two pixels, one above the other, as its colour and its background. */
export function halfBlocks({ width, height, data }: Pixels, colours: Protocol['colours']): readonly string[] {
  const colourAt = (x: number, y: number, isGround: boolean): string => {
    // Below the last row of an odd number there is nothing.
    if (y >= height) return '49'
    const i = (y * width + x) * 3
    const [red = 0, green = 0, blue = 0] = data.subarray(i, i + 3)
    const prefix = isGround ? 48 : 38
    return colours === 'truecolor'
      ? `${prefix};2;${red};${green};${blue}`
      : `${prefix};5;${paletteIndex(red, green, blue)}`
  }
  return Array.from({ length: Math.ceil(height / 2) }, (_, row) => {
    let [line, last] = ['', '']
    for (let x = 0; x < width; x++) {
      const colour = `\u001b[${colourAt(x, row * 2, false)};${colourAt(x, row * 2 + 1, true)}m`
      line += colour === last ? '▀' : `${colour}▀`
      last = colour
    }
    return `${line}\u001b[0m`
  })
}

/** The brightness of the six steps of the colour cube. */
const cubeSteps = [0, 95, 135, 175, 215, 255] as const

/** The nearest of the 256 colours: of the cube (16–231) or of the greys (232–255). */
export function paletteIndex(red: number, green: number, blue: number): number {
  const [r, g, b] = [nearestStep(red), nearestStep(green), nearestStep(blue)]
  const cube = { index: 16 + 36 * r + 6 * g + b, colour: [cubeSteps[r], cubeSteps[g], cubeSteps[b]] as const }
  const step = Math.min(23, Math.max(0, Math.round(((red + green + blue) / 3 - 8) / 10)))
  const level = 8 + 10 * step
  const distance = ([x = 0, y = 0, z = 0]: readonly (number | undefined)[]) =>
    (x - red) ** 2 + (y - green) ** 2 + (z - blue) ** 2
  return distance([level, level, level]) < distance(cube.colour) ? 232 + step : cube.index
}

function nearestStep(value: number): number {
  if (value < 48) return 0
  if (value < 115) return 1
  return Math.min(5, Math.round((value - 55) / 40))
}
