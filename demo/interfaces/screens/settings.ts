import type { Canvas } from '../canvas.ts'
import { toggle, topBar } from '../controls.ts'

/** Groups of options with a switch each. */
export function drawSettings(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  const inner = width - 2 * margin
  let y = topBar(canvas)
  while (y < height) {
    const heading = canvas.place({ x: margin, y })
    y +=
      canvas.text(heading.x, heading.y, inner * 0.4, 1, { scale: 1.15, ink: canvas.accent(), lastLine: 0.8 }) + gap / 2
    for (let i = random.whole(2, 4); i > 0 && y < height; i--) {
      const label = canvas.place({ x: margin, y: y + gap / 2 })
      canvas.text(label.x, label.y, inner * 0.6, 1, { lastLine: random.between(0.5, 1) })
      const size = 14 + style.textPx * 0.3
      const end = canvas.place({ x: margin + inner - size * 1.8, y: y + gap / 2 })
      toggle(canvas, end.x, end.y, size)
      y += canvas.textHeight(1) + gap
      canvas.rect({ x: margin, y, width: inner, height: 1 }, style.line, { radius: 0 })
    }
    y += gap
  }
}
