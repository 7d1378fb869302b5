import type { Canvas } from '../canvas.ts'
import { topBar } from '../controls.ts'

/** Rows with an avatar, a title and a line below. */
export function drawList(canvas: Canvas): void {
  const { style, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  let y = topBar(canvas)
  while (y < height) {
    const rowHeight = canvas.textHeight(2) + gap
    const radius = Math.min(22, rowHeight * 0.4)
    const avatar = canvas.place({ x: margin + radius, y: y + rowHeight / 2 })
    canvas.circle(avatar.x, avatar.y, radius, canvas.accent())
    const text = canvas.place({ x: margin + 2 * radius + gap * 0.6 + 6, y: y + gap / 2 })
    canvas.text(text.x, text.y, width * 0.45, 1, { lastLine: canvas.random.between(0.5, 1) })
    canvas.text(text.x, text.y + canvas.textHeight(1), width * 0.6, 1, {
      scale: 0.85,
      ink: style.faintInk,
      lastLine: 0.9,
    })
    canvas.rect({ x: margin, y: y + rowHeight, width: width - 2 * margin, height: 1 }, style.line, { radius: 0 })
    y += rowHeight + gap * 0.5 + 1
  }
}
