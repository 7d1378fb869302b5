import type { Box, Canvas } from './canvas.ts'

// The elements of screens. Each is placed where it belongs, offset by the style's jitter.

/** The bar at the top. Returns where the content starts. */
export function topBar(canvas: Canvas): number {
  const { style, width } = canvas
  const height = style.textPx * 1.3 + style.gapPx * 1.4 + 10
  canvas.rect({ x: 0, y: 0, width, height }, style.surface, { radius: 0 })
  canvas.rect({ x: 0, y: height - 1, width, height: 1 }, style.line, { radius: 0 })
  const title = canvas.place({ x: style.marginPx, y: height / 2 - style.textPx * 0.65 })
  canvas.text(title.x, title.y, width * 0.3, 1, { scale: 1.25, lastLine: 1 })
  canvas.circle(width - style.marginPx - 10, height / 2, 9, canvas.accent())
  return height + style.gapPx
}

export function button(canvas: Canvas, box: Box): void {
  const placed = canvas.place(box)
  const { style } = canvas
  canvas.rect(placed, canvas.accent())
  const [x, y] = [placed.x + placed.width * 0.25, placed.y + (placed.height - style.textPx) / 2]
  canvas.text(x, y, placed.width * 0.5, 1, { ink: style.background, lastLine: 1 })
}

/** A label with an icon above a field. Returns the height of both. */
export function field(canvas: Canvas, x: number, y: number, width: number): number {
  const { style } = canvas
  const label = canvas.place({ x, y })
  const icon = style.textPx * 0.45
  canvas.circle(label.x + icon, label.y + icon * 1.3, icon, canvas.accent())
  const labelHeight = canvas.text(label.x + icon * 3, label.y, width * 0.35, 1, { scale: 0.9, lastLine: 1 })
  const height = style.textPx * 1.7 + style.gapPx * 0.4
  const box = canvas.place({ x, y: y + labelHeight, width, height })
  canvas.rect(box, style.surface, { stroke: style.line })
  const inset = style.gapPx * 0.4 + 4
  canvas.text(box.x + inset, box.y + (height - style.textPx) / 2, width * 0.5, 1, { ink: style.faintInk })
  return labelHeight + height + style.gapPx
}

/** Coloured tags in a row. Returns their height. */
export function tags(canvas: Canvas, x: number, y: number, width: number): number {
  const { style } = canvas
  const height = style.textPx * 1.2
  for (let left = x; left < x + width; left += style.textPx * 4.5 + style.gapPx * 0.5) {
    canvas.rect({ x: left, y, width: style.textPx * 4, height }, canvas.accent(), { radius: height / 2 })
  }
  return height + style.gapPx
}

export function toggle(canvas: Canvas, x: number, y: number, height: number): void {
  const { style, random } = canvas
  const isOn = random() < 0.5
  canvas.rect({ x, y, width: height * 1.8, height }, isOn ? canvas.accent() : style.line, { radius: height / 2 })
  canvas.circle(x + height * (isOn ? 1.3 : 0.5), y + height / 2, height * 0.38, style.background)
}

export function card(canvas: Canvas, box: Box): Box {
  const placed = canvas.place(box)
  canvas.rect(placed, canvas.style.surface, { stroke: canvas.style.line })
  return placed
}

/** Clutter that competes for attention: badges, stickers, banners, rules, icons, at random positions. */
export function scatterExtras(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  for (let i = 0; i < style.extraCount; i++) {
    const [x, y] = [random() * width * 0.92, random() * height * 0.95]
    const extra = random.whole(0, 4)
    if (extra === 0) canvas.circle(x, y, random.between(5, 12), canvas.accent())
    if (extra === 1) {
      canvas.rect({ x, y, width: 54, height: 18 }, canvas.accent(), { radius: 9 })
      canvas.text(x + 8, y + 9 - style.textPx / 2, 38, 1, { ink: style.background, lastLine: 1 })
    }
    if (extra === 2) canvas.rect({ x, y, width: random.between(40, 160), height: 2 }, style.line, { radius: 0 })
    if (extra === 3) canvas.text(x, y, random.between(40, 110), 2, { scale: 0.8, ink: style.faintInk })
    if (extra === 4) {
      const box = { x, y, width: random.between(60, 120), height: random.between(24, 50) }
      canvas.rect(box, style.surface, { stroke: style.ink })
      canvas.circle(box.x + 12, box.y + box.height / 2, 7, canvas.accent())
    }
  }
}
