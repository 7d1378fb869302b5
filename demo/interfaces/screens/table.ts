import type { Canvas } from '../canvas.ts'
import { button } from '../controls.ts'

/** A heading with a button, and rows of values in columns with the state of each as a coloured dot. */
export function drawTable(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const inner = width - 2 * margin
  const columns = width > 600 ? random.whole(4, 6) : 3
  const columnWidth = inner / columns
  const heading = canvas.place({ x: margin, y: margin })
  canvas.text(heading.x, heading.y, inner * 0.4, 1, { scale: 1.6, lastLine: 0.9 })
  button(canvas, { x: margin + inner * 0.78, y: margin, width: inner * 0.22, height: textPx * 1.8 + 4 })
  let y = margin + canvas.textHeight(1, 1.6) + gap
  const isStriped = random() < 0.5
  for (let row = 0; y < height; row++) {
    const rowHeight = canvas.textHeight(1) + gap * 0.8
    const isHead = row === 0
    const fill = isHead ? style.line : row % 2 === 1 && isStriped ? style.surface : undefined
    if (fill) canvas.rect({ x: margin, y, width: inner, height: rowHeight }, fill, { radius: 0 })
    for (let column = 0; column < columns; column++) {
      const cell = canvas.place({ x: margin + column * columnWidth + 4, y: y + gap * 0.4 })
      const share = random.between(0.35, 0.75)
      const hasState = column === columns - 1 && !isHead
      if (hasState) canvas.circle(cell.x + textPx * 0.4, cell.y + textPx * 0.65, textPx * 0.4, canvas.accent())
      const x = cell.x + (hasState ? textPx * 1.2 : 0)
      canvas.text(x, cell.y, columnWidth * share, 1, { ink: isHead ? style.ink : style.faintInk, lastLine: 1 })
    }
    y += rowHeight + 1
  }
}
