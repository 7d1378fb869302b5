import type { Canvas } from '../canvas.ts'
import { button, card, field, topBar } from '../controls.ts'

/** The items line by line, the total, payment fields and the button. */
export function drawCheckout(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { gapPx: gap } = style
  const inner = Math.min(width - 2 * style.marginPx, 560)
  const x = (width - inner) / 2
  let y = topBar(canvas)
  for (let i = random.whole(2, 4); i > 0; i--) {
    const side = canvas.textHeight(2)
    const picture = canvas.place({ x, y, width: side, height: side })
    canvas.picture(picture)
    const name = canvas.place({ x: x + side + gap * 0.6 + 5, y })
    canvas.text(name.x, name.y, inner * 0.4, 2)
    const price = canvas.place({ x: x + inner * 0.84, y })
    canvas.text(price.x, price.y, inner * 0.16, 1, { lastLine: 1 })
    y += side + gap
  }
  const sum = card(canvas, { x, y, width: inner, height: canvas.textHeight(1, 1.3) + gap })
  canvas.text(sum.x + 8, sum.y + gap / 2, inner * 0.3, 1, { scale: 1.3, lastLine: 1 })
  canvas.text(sum.x + inner * 0.75, sum.y + gap / 2, inner * 0.2, 1, { scale: 1.3, lastLine: 1 })
  y += sum.height + gap
  for (let i = 2; i > 0 && y < height - 90; i--) y += field(canvas, x, y, inner)
  button(canvas, { x, y: Math.min(y, height - 60), width: inner, height: style.textPx * 2 + 10 })
}
