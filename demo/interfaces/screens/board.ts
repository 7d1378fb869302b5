import type { Canvas } from '../canvas.ts'

/** Task cards in columns, with a coloured strip and the assignee. */
export function drawBoard(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const columns = width > 600 ? random.whole(3, 5) : 2
  const columnWidth = (width - 2 * margin - (columns - 1) * gap) / columns
  const inset = 5 + gap * 0.35
  for (let column = 0; column < columns; column++) {
    const x = margin + column * (columnWidth + gap)
    const heading = canvas.place({ x, y: margin })
    canvas.text(heading.x, heading.y, columnWidth * 0.6, 1, { scale: 1.1, lastLine: 0.9 })
    let y = margin + canvas.textHeight(1, 1.1) + gap
    for (let i = random.whole(2, 6); i > 0 && y < height; i--) {
      const lines = random.whole(1, 3)
      const cardHeight = 6 + canvas.textHeight(lines) + textPx * 1.6 + 2 * inset
      const box = canvas.place({ x, y, width: columnWidth, height: cardHeight })
      canvas.rect(box, style.surface, { stroke: style.line })
      canvas.rect({ x: box.x + inset, y: box.y + inset, width: box.width * 0.35, height: 5 }, canvas.accent())
      canvas.text(box.x + inset, box.y + inset + 8, box.width - 2 * inset, lines)
      canvas.circle(
        box.x + box.width - inset - textPx * 0.7,
        box.y + box.height - inset - textPx * 0.7,
        textPx * 0.7,
        canvas.accent(),
      )
      y += cardHeight + gap * 0.8
    }
  }
}
