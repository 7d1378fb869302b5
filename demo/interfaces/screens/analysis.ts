import type { Box, Canvas } from '../canvas.ts'
import { card } from '../controls.ts'

/** A large line chart, and rings with a legend below. */
export function drawAnalysis(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  const inner = width - 2 * margin
  const heading = canvas.place({ x: margin, y: margin })
  const top = margin + canvas.text(heading.x, heading.y, inner * 0.35, 1, { scale: 1.4, lastLine: 0.9 }) + gap
  const chartHeight = (height - top) * random.between(0.35, 0.5)
  drawLines(canvas, card(canvas, { x: margin, y: top, width: inner, height: chartHeight }))
  const columns = width > 600 ? random.whole(2, 3) : 1
  const ringWidth = (inner - (columns - 1) * gap) / columns
  const ringHeight =
    width > 600 ? height - top - chartHeight - gap - margin : (height - top - chartHeight - margin) / 2 - gap
  for (let i = 0; i < (width > 600 ? columns : 2); i++) {
    const at = width > 600 ? { x: margin + i * (ringWidth + gap), y: 0 } : { x: margin, y: i * (ringHeight + gap) }
    const box = { x: at.x, y: top + chartHeight + gap + at.y, width: ringWidth, height: ringHeight }
    drawRing(canvas, card(canvas, box))
  }
}

function drawLines(canvas: Canvas, box: Box): void {
  const { style, random } = canvas
  const inset = 8 + style.gapPx * 0.5
  for (let i = 0; i < 5; i++) {
    const y = box.y + inset + (i * (box.height - 2 * inset)) / 4
    canvas.rect({ x: box.x + inset, y, width: box.width - 2 * inset, height: 1 }, style.line, { radius: 0 })
  }
  for (let i = random.whole(1, 4); i > 0; i--) {
    let level = random()
    const points = Array.from({ length: 12 }, (_, at) => {
      level = Math.min(1, Math.max(0, level + random.between(-0.25, 0.25)))
      return {
        x: box.x + inset + (at * (box.width - 2 * inset)) / 11,
        y: box.y + inset + level * (box.height - 2 * inset),
      }
    })
    canvas.line(points, canvas.accent())
  }
}

function drawRing(canvas: Canvas, box: Box): void {
  const { style, random } = canvas
  const inset = 8 + style.gapPx * 0.5
  const radius = Math.max(4, Math.min(box.height / 2 - inset, box.width * 0.22))
  const [x, y] = [box.x + inset + radius, box.y + box.height / 2]
  canvas.circle(x, y, radius, canvas.accent())
  canvas.circle(x, y, radius * random.between(0.5, 0.7), style.surface)
  const left = x + radius + inset
  for (let line = box.y + inset; line < box.y + box.height - inset; line += canvas.textHeight(1) + style.gapPx * 0.5) {
    const entry = canvas.place({ x: left, y: line })
    canvas.rect({ ...entry, width: style.textPx * 0.8, height: style.textPx * 0.8 }, canvas.accent(), { radius: 2 })
    canvas.text(entry.x + style.textPx * 1.3, entry.y - style.textPx * 0.2, box.width * 0.3, 1, {
      lastLine: random.between(0.5, 1),
    })
  }
}
