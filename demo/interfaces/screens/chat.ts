import type { Canvas } from '../canvas.ts'
import { field, topBar } from '../controls.ts'

/** Messages from both sides, and a field to write in. */
export function drawChat(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  const inner = Math.min(width - 2 * margin, 640)
  const left = (width - inner) / 2
  const inset = 5 + gap * 0.35
  const bottom = height - style.textPx * 4 - gap * 2
  let y = topBar(canvas)
  while (y < bottom - 30) {
    const isOwn = random() < 0.5
    const bubbleWidth = inner * random.between(0.45, 0.75)
    const lines = random.whole(1, 3)
    const bubbleHeight = canvas.textHeight(lines) + 2 * inset
    const x = isOwn ? left + inner - bubbleWidth : left
    const box = canvas.place({ x, y, width: bubbleWidth, height: bubbleHeight })
    canvas.rect(box, isOwn ? canvas.accent() : style.surface, { stroke: style.line })
    const ink = isOwn ? style.background : style.ink
    canvas.text(box.x + inset, box.y + inset, bubbleWidth - 2 * inset, lines, { ink })
    y += bubbleHeight + gap * 0.7 + 3
  }
  field(canvas, left, bottom, inner)
}
