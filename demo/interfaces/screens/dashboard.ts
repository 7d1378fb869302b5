import type { Canvas } from '../canvas.ts'
import { card, topBar } from '../controls.ts'

/** Cards with a figure and a chart each. */
export function drawDashboard(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  const columns = width > 600 ? random.whole(3, 4) : 2
  const cardWidth = (width - 2 * margin - (columns - 1) * gap) / columns
  const cardHeight = cardWidth * random.between(0.75, 1) + style.textPx * 2
  for (let y = topBar(canvas); y < height; y += cardHeight + gap) {
    for (let column = 0; column < columns; column++) {
      const box = card(canvas, { x: margin + column * (cardWidth + gap), y, width: cardWidth, height: cardHeight })
      const inset = 5 + gap * 0.4
      canvas.text(box.x + inset, box.y + inset, cardWidth * 0.6, 1, { scale: 0.85, ink: style.faintInk })
      const figureY = box.y + inset + canvas.textHeight(1)
      canvas.text(box.x + inset, figureY, cardWidth * 0.4, 1, { scale: 1.6, lastLine: 1 })
      const top = figureY + canvas.textHeight(1, 1.6)
      drawBars(canvas, box.x + inset, top, cardWidth - 2 * inset, box.y + cardHeight - inset - top)
    }
  }
}

function drawBars(canvas: Canvas, x: number, y: number, width: number, height: number): void {
  if (height < 8) return
  const count = canvas.random.whole(5, 9)
  for (let i = 0; i < count; i++) {
    const tall = height * canvas.random.between(0.2, 1)
    const bar = { x: x + (i * width) / count, y: y + height - tall, width: (width / count) * 0.65, height: tall }
    canvas.rect(bar, canvas.accent(), { radius: 1 })
  }
}
