import type { Canvas } from '../canvas.ts'

/** A vertical line with events, described on its right or on both sides. */
export function drawTimeline(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const isTwoSided = width > 600 && random() < 0.6
  const line = isTwoSided ? width / 2 : margin + textPx * 2
  canvas.rect({ x: line - 1, y: 0, width: 2, height }, style.line, { radius: 0 })
  const told = isTwoSided ? width / 2 - margin - textPx * 2 : width - line - margin - textPx * 1.5
  let isLeft = false
  for (let y = margin; y < height; y += gap) {
    const mark = canvas.place({ x: line, y: y + textPx * 0.7 })
    canvas.circle(mark.x, mark.y, textPx * 0.7, canvas.accent())
    const event = canvas.place({ x: isLeft ? margin : line + textPx * 1.5, y })
    const lines = random.whole(1, 3)
    canvas.text(event.x, event.y, told * 0.35, 1, { scale: 0.85, ink: canvas.accent(), lastLine: 1 })
    canvas.text(event.x, event.y + canvas.textHeight(1, 0.85), told * 0.7, 1, { scale: 1.2, lastLine: 0.9 })
    canvas.text(event.x, event.y + canvas.textHeight(2), told, lines, { ink: style.faintInk })
    y += canvas.textHeight(2) + canvas.textHeight(lines)
    isLeft = isTwoSided && !isLeft
  }
}
