import type { Box, Canvas } from '../canvas.ts'

/** A month: days in a grid, some with entries. */
export function drawCalendar(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  const month = canvas.place({ x: margin, y: margin })
  canvas.text(month.x, month.y, width * 0.35, 1, { scale: 1.8, lastLine: 0.9 })
  const arrow = 6 + style.textPx * 0.3
  for (const i of [0, 1])
    canvas.circle(width - margin - arrow - i * (arrow * 2 + gap * 0.5), margin + arrow, arrow, style.line)
  const top = margin + canvas.textHeight(1, 1.8) + gap
  const space = gap * 0.3
  const rows = random.whole(5, 6)
  const [dayWidth, dayHeight] = [(width - 2 * margin - 6 * space) / 7, (height - top - margin - rows * space) / rows]
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < 7; column++) {
      const at = { x: margin + column * (dayWidth + space), y: top + row * (dayHeight + space) }
      drawDay(canvas, canvas.place({ ...at, width: dayWidth, height: dayHeight }))
    }
  }
}

function drawDay(canvas: Canvas, day: Box): void {
  const { style, random } = canvas
  canvas.rect(day, style.surface, { stroke: style.line })
  canvas.text(day.x + 4, day.y + 3, style.textPx * 1.2, 1, { ink: style.faintInk, lastLine: 1 })
  let y = day.y + canvas.textHeight(1) + 4
  for (let i = random.whole(0, 2); i > 0 && y + style.textPx * 1.3 < day.y + day.height; i--) {
    canvas.rect({ x: day.x + 3, y, width: day.width - 6, height: style.textPx * 1.3 }, canvas.accent(), { radius: 3 })
    canvas.text(day.x + 6, y, day.width * 0.6, 1, { scale: 0.8, ink: style.background, lastLine: 1 })
    y += style.textPx * 1.3 + 2 + style.gapPx * 0.15
  }
}
