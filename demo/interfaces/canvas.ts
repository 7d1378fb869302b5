import type { Random } from '../random.ts'
import type { Style } from './style.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface TextOptions {
  readonly scale?: number
  readonly ink?: string
  /** Share of the width that the last line fills. */
  readonly lastLine?: number
}

const lineHeight = 1.5
/** The maximum offset of an element as a share of the screen's width, and its maximum change of size. */
const shiftMax = 0.11
const resizeMax = 0.35

/** Collects the shapes of a mock-up as SVG. Text is letter-like strokes, so that no font is needed. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly style: Style
  readonly random: Random
  readonly #shapes: string[] = []
  #accentsUsed = 0

  constructor(width: number, height: number, style: Style, random: Random) {
    this.width = width
    this.height = height
    this.style = style
    this.random = random
  }

  /** The next accent colour, in rotation. */
  accent(): string {
    const { accents } = this.style
    this.#accentsUsed += 1
    return accents[(this.#accentsUsed - 1) % accents.length] ?? accents[0]
  }

  /**
   * The actual position and size of an element that belongs here: the lower the alignment, the larger the deviation.
   */
  place<Place extends Pick<Box, 'x' | 'y'> & Partial<Box>>(place: Place): Place {
    const { disorder } = this.style
    const off = (reach: number) => this.random.between(-reach, reach) * disorder
    const moved = { ...place, x: place.x + off(shiftMax) * this.width, y: place.y + off(shiftMax / 2) * this.width }
    const [width, height] = [1 + off(resizeMax), 1 + off(resizeMax)]
    return {
      ...moved,
      ...(place.width !== undefined && { width: place.width * width }),
      ...(place.height !== undefined && { height: place.height * height }),
    }
  }

  rect({ x, y, width, height }: Box, fill: string, { radius = this.style.radiusPx, stroke = 'none' } = {}): void {
    const [w, h] = [Math.max(0, width), Math.max(0, height)]
    const rounded = Math.min(radius, w / 2, h / 2)
    this.#shapes.push(
      `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(rounded)}" fill="${fill}" stroke="${stroke}"/>`,
    )
  }

  circle(x: number, y: number, radius: number, fill: string): void {
    this.#shapes.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}"/>`)
  }

  /** A picture: a sky, a sun and hills in the accent colours; the sun is light if there is one colour. */
  picture(box: Box): void {
    const { x, y, width, height } = box
    this.rect(box, this.accent())
    const sun = this.style.accents.length === 1 ? this.style.surface : this.accent()
    this.circle(x + width * this.random.between(0.2, 0.8), y + height * 0.35, Math.min(width, height) * 0.14, sun)
    const [left, peak] = [y + height * this.random.between(0.6, 0.9), y + height * this.random.between(0.45, 0.7)]
    const hill = `M${n(x)} ${n(left)}L${n(x + width * 0.55)} ${n(peak)}L${n(x + width)} ${n(y + height * 0.8)}V${n(y + height)}H${n(x)}Z`
    this.#shapes.push(`<path d="${hill}" fill="${this.accent()}"/>`)
  }

  /** A photograph: light and dark shapes in the muted colours of one place, whatever the style. */
  photograph({ x, y, width, height }: Box): void {
    const { random } = this
    const [hue, light] = [random() * 360, random.between(25, 70)]
    const shade = () =>
      `hsl(${n(hue + random.between(-35, 35))},${n(random.between(8, 35))}%,${n(light + random.between(-22, 22))}%)`
    const blots = Array.from({ length: random.whole(10, 24) }, () => {
      const [cx, cy] = [x + width * random(), y + height * random()]
      const [rx, ry] = [width * random.between(0.04, 0.3), height * random.between(0.04, 0.3)]
      return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${shade()}"/>`
    })
    const frame = `x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, width))}" height="${n(Math.max(0, height))}"`
    const id = `photograph${this.#shapes.length}`
    this.#shapes.push(
      `<clipPath id="${id}"><rect ${frame}/></clipPath>`,
      `<g clip-path="url(#${id})"><rect ${frame} fill="${shade()}"/>${blots.join('')}</g>`,
    )
  }

  /** Darkens everything drawn so far. */
  shade(opacity: number): void {
    this.#shapes.push(`<rect width="${this.width}" height="${this.height}" opacity="${n(opacity)}"/>`)
  }

  line(points: readonly Pick<Box, 'x' | 'y'>[], stroke: string): void {
    const path = points.map(({ x, y }) => `${n(x)},${n(y)}`).join(' ')
    this.#shapes.push(`<polyline points="${path}" fill="none" stroke="${stroke}" stroke-width="3"/>`)
  }

  /** Draws lines of text. Returns their height. */
  text(x: number, y: number, width: number, lines: number, options: TextOptions = {}): number {
    const { scale = 1, ink = this.style.ink, lastLine = 0.6 } = options
    const size = this.style.textPx * scale
    let path = ''
    for (let line = 0; line < lines; line++) {
      const share = line === lines - 1 ? lastLine : this.random.between(0.85, 1)
      path += this.#lineOf(x, y + line * size * lineHeight, width * share, size)
    }
    this.#shapes.push(`<path d="${path}" fill="${ink}"/>`)
    return this.textHeight(lines, scale)
  }

  textHeight(lines: number, scale = 1): number {
    return lines * this.style.textPx * scale * lineHeight
  }

  svg(): string {
    const { width, height, style } = this
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
    const ground = `<rect width="${width}" height="${height}" fill="${style.background}"/>`
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${ground}${this.#shapes.join('')}</svg>`
  }

  /** Words of letters; a letter is one or two uprights, some taller than others. */
  #lineOf(x: number, y: number, width: number, size: number): string {
    const stroke = size * 0.13
    let path = ''
    let at = x
    while (at < x + width) {
      const letters = this.random.whole(2, 8)
      for (let i = 0; i < letters && at < x + width; i++) {
        const isTall = this.random() < 0.25
        const [top, height] = isTall ? [0.15, 0.75] : [0.4, 0.5]
        const upright = (left: number) =>
          `M${n(left)} ${n(y + size * top)}h${n(stroke)}v${n(size * height)}h${n(-stroke)}z`
        path += upright(at)
        if (this.random() < 0.7) {
          path += upright(at + size * 0.3)
          const bar = y + size * (this.random() < 0.5 ? 0.4 : 0.78)
          path += `M${n(at)} ${n(bar)}h${n(size * 0.36)}v${n(stroke)}h${n(-size * 0.36)}z`
        }
        at += size * 0.55
      }
      at += size * 0.4
    }
    return path
  }
}

function n(value: number): string {
  return value.toFixed(1)
}
