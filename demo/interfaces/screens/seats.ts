import type { Canvas } from '../canvas.ts'
import { button } from '../controls.ts'

/** Rows of seats to choose from, a legend, and the total. */
export function drawSeats(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const inner = Math.min(width - 2 * margin, 620)
  const left = (width - inner) / 2
  const title = canvas.place({ x: left, y: margin })
  let y = margin + canvas.text(title.x, title.y, inner * 0.5, 1, { scale: 1.5, lastLine: 0.9 }) + gap
  canvas.rect({ x: left + inner * 0.1, y, width: inner * 0.8, height: 5 }, style.faintInk)
  y += 10 + gap
  const perRow = random.whole(7, 11)
  const pitch = inner / perRow
  const side = Math.max(4, pitch - 3 - gap * 0.4)
  for (let row = random.whole(4, 6); row > 0; row--, y += pitch * 0.8) {
    for (let i = 0; i < perRow; i++) {
      if (i === perRow >> 1) continue
      const seat = canvas.place({ x: left + i * pitch, y, width: side, height: side * 0.75 })
      canvas.rect(seat, random() < 0.4 ? canvas.accent() : style.line, { radius: 3 })
    }
  }
  y += gap
  for (let i = 0; i < 4; i++) {
    const entry = canvas.place({ x: left + (i * inner) / 4, y })
    canvas.circle(entry.x + textPx * 0.5, entry.y + textPx * 0.65, textPx * 0.5, canvas.accent())
    canvas.text(entry.x + textPx * 1.4, entry.y, inner * 0.15, 1, { lastLine: 1 })
  }
  y += canvas.textHeight(1) + gap
  const sum = canvas.place({ x: left, y })
  canvas.text(sum.x, sum.y, inner * 0.3, 2, { scale: 1.1 })
  const top = Math.min(y, height - margin - textPx * 2 - 8)
  button(canvas, { x: left + inner * 0.55, y: top, width: inner * 0.45, height: textPx * 2 + 8 })
}
