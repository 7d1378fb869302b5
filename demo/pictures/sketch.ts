import { createRandom, type Random } from '../random.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A colour and its offset from 0 to 1; without offsets, colours are evenly spaced. */
export type Stop =
  | string
  | readonly [colour: string, at: number]
  | readonly [colour: string, at: number, opacity: number]

/** Collects the shapes of a picture as SVG. No text, because fonts differ between machines. */
export class Sketch {
  readonly width: number
  readonly height: number
  readonly random: Random
  readonly #defs: string[] = []
  readonly #shapes: string[] = []

  constructor(width: number, height: number, seed: number) {
    this.width = width
    this.height = height
    this.random = createRandom(seed)
  }

  add(...shapes: readonly string[]): void {
    this.#shapes.push(...shapes)
  }

  ground(fill: string): void {
    this.add(rect(0, 0, this.width, this.height, fill))
  }

  /** A gradient along an angle in degrees: 0 runs to the right, 90 down. */
  linear(stops: readonly Stop[], angle = 90): string {
    const [x, y] = [Math.cos((angle * Math.PI) / 180) / 2, Math.sin((angle * Math.PI) / 180) / 2]
    const line = `x1="${n(0.5 - x)}" y1="${n(0.5 - y)}" x2="${n(0.5 + x)}" y2="${n(0.5 + y)}"`
    return this.#define('linearGradient', line, stopsOf(stops))
  }

  /** A gradient from a point of the shape's box outwards. */
  radial(stops: readonly Stop[], { x = 0.5, y = 0.5, r = 0.5 } = {}): string {
    return this.#define('radialGradient', `cx="${x}" cy="${y}" fx="${x}" fy="${y}" r="${r}"`, stopsOf(stops))
  }

  /** Wraps shapes so that they are drawn out of focus. */
  blurred(px: number, ...shapes: readonly string[]): string {
    const region = 'x="-50%" y="-50%" width="200%" height="200%"'
    const filter = this.#define('filter', region, `<feGaussianBlur stdDeviation="${n(px)}"/>`)
    return `<g filter="${filter}">${shapes.join('')}</g>`
  }

  /** Clips the shapes to the outline. */
  clipped(outline: string, ...shapes: readonly string[]): string {
    return `<g clip-path="${this.#define('clipPath', '', outline)}">${shapes.join('')}</g>`
  }

  svg(): string {
    const size = `width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"`
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${this.#defs.join('')}</defs>${this.#shapes.join('')}</svg>`
  }

  #define(tag: string, attributes: string, content: string): string {
    const id = `d${this.#defs.length}`
    this.#defs.push(`<${tag} id="${id}" ${attributes}>${content}</${tag}>`)
    return `url(#${id})`
  }
}

export function rect(x: number, y: number, width: number, height: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}" ${more}/>`
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function stroke(d: string, colour: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" ${more}/>`
}

/** A doorway: upright sides below half a circle. `y` is the floor. */
export function arch(x: number, y: number, width: number, height: number): string {
  const r = width / 2
  return `M${n(x)} ${n(y)}V${n(y - height + r)}a${n(r)} ${n(r)} 0 0 1 ${n(width)} 0V${n(y)}Z`
}

/** A smooth curve through all points (Catmull-Rom). */
export function curve(points: readonly Point[]): string {
  const at = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))] as Point
  let d = `${n(at(0).x)} ${n(at(0).y)}`
  for (let i = 0; i < points.length - 1; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const control = (p: Point, a: Point, b: Point, sign: number) =>
      `${n(p.x + (sign * (b.x - a.x)) / 6)} ${n(p.y + (sign * (b.y - a.y)) / 6)}`
    d += `C${control(from, before, to, 1)} ${control(to, from, after, -1)} ${n(to.x)} ${n(to.y)}`
  }
  return d
}

export function n(value: number): string {
  return value.toFixed(2)
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map((stop, i) => {
      const [colour, at, opacity = 1] = typeof stop === 'string' ? [stop, i / Math.max(1, stops.length - 1)] : stop
      return `<stop offset="${n(at)}" stop-color="${colour}" stop-opacity="${opacity}"/>`
    })
    .join('')
}
