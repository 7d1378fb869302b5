import type { Canvas } from '../canvas.ts'
import { button, field, topBar } from '../controls.ts'

/** A heading, stacked fields, and a button. */
export function drawForm(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const inner = Math.min(width - 2 * style.marginPx, 520)
  const x = (width - inner) / 2
  let y = topBar(canvas) + style.gapPx
  const heading = canvas.place({ x, y })
  y += canvas.text(heading.x, heading.y, inner * 0.6, 1, { scale: 1.5, lastLine: 0.9 }) + style.gapPx
  for (let i = random.whole(3, 7); i > 0 && y < height - 110; i--) y += field(canvas, x, y, inner)
  button(canvas, { x, y: y + style.gapPx * 0.5, width: inner * 0.45, height: style.textPx * 2 + 8 })
}
