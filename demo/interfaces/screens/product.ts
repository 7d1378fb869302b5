import type { Box, Canvas } from '../canvas.ts'
import { button } from '../controls.ts'

/** A large picture with small ones, and next to or below it the name, the price, the colours and a button. */
export function drawProduct(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  const isWide = width > 600
  const inner = width - 2 * margin
  const large = isWide ? inner * 0.5 - gap : inner
  const tall = isWide ? (height - 2 * margin) * 0.72 : height * random.between(0.28, 0.38)
  canvas.picture(canvas.place({ x: margin, y: margin, width: large, height: tall }))
  const small = (large - 3 * gap * 0.5) / 4
  for (let i = 0; i < 4; i++) {
    const at = { x: margin + i * (small + gap * 0.5), y: margin + tall + gap * 0.5 }
    canvas.rect(canvas.place({ ...at, width: small, height: small * 0.7 }), i === 0 ? canvas.accent() : style.line)
  }
  const below = margin + tall + small * 0.7 + gap * 1.5
  const x = isWide ? margin + inner * 0.5 + gap : margin
  drawOffer(canvas, { x, y: isWide ? margin : below, width: isWide ? inner * 0.5 - gap : inner, height })
}

function drawOffer(canvas: Canvas, { x, y: top, width, height }: Box): void {
  const { style, random } = canvas
  const { gapPx: gap, textPx } = style
  let y = top
  const name = canvas.place({ x, y })
  y += canvas.text(name.x, name.y, width * 0.8, 1, { scale: 1.7, lastLine: 0.9 })
  const price = canvas.place({ x, y })
  y += canvas.text(price.x, price.y, width * 0.25, 1, { scale: 1.3, ink: canvas.accent(), lastLine: 1 }) + gap
  for (let i = 0; i < 5; i++) {
    const colour = canvas.place({ x: x + textPx + i * (textPx * 2 + gap * 0.6), y: y + textPx })
    canvas.circle(colour.x, colour.y, textPx * 0.9, canvas.accent())
  }
  y += textPx * 2 + gap
  button(canvas, { x, y, width: width * 0.7, height: textPx * 2 + 8 })
  y += textPx * 2 + 8 + gap
  while (y < height) {
    const words = canvas.place({ x, y })
    y += canvas.text(words.x, words.y, width, random.whole(2, 4), { ink: style.faintInk }) + gap
  }
}
