import type { Canvas } from '../canvas.ts'

/** The temperature now in large type, the next hours in a row, and the next days with a bar each. */
export function drawWeather(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const inner = width - 2 * margin
  const place = canvas.place({ x: margin, y: margin })
  let y = margin + canvas.text(place.x, place.y, inner * 0.3, 1, { lastLine: 1 })
  const now = canvas.place({ x: margin, y })
  canvas.circle(margin + inner * 0.85, y + textPx * 2, textPx * 1.8, canvas.accent())
  y += canvas.text(now.x, now.y, inner * 0.35, 1, { scale: 3, lastLine: 1 }) + gap
  const hours = width > 600 ? 9 : 5
  for (let i = 0; i < hours; i++) {
    const hour = canvas.place({ x: margin + (i * inner) / hours, y })
    canvas.text(hour.x, hour.y, textPx * 2, 1, { scale: 0.85, ink: style.faintInk, lastLine: 1 })
    canvas.circle(hour.x + textPx, hour.y + textPx * 2.2, textPx * 0.8, canvas.accent())
    canvas.text(hour.x, hour.y + textPx * 3.2, textPx * 2, 1, { lastLine: 1 })
  }
  y += textPx * 4.7 + gap
  for (; y < height; y += canvas.textHeight(1) + gap) {
    canvas.rect({ x: margin, y: y - gap * 0.5, width: inner, height: 1 }, style.line, { radius: 0 })
    const day = canvas.place({ x: margin, y })
    canvas.text(day.x, day.y, inner * 0.2, 1, { lastLine: random.between(0.6, 1) })
    const range = canvas.place({ x: margin + inner * random.between(0.35, 0.5), y: y + textPx * 0.5 })
    canvas.rect({ ...range, width: inner * random.between(0.15, 0.35), height: 6 }, canvas.accent())
    const high = canvas.place({ x: margin + inner * 0.92, y })
    canvas.text(high.x, high.y, inner * 0.07, 1, { lastLine: 1 })
  }
}
