import type { Canvas } from '../canvas.ts'

/** Chapters at the side, then sections with a heading, text and a coloured note. */
export function drawManual(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const side = width > 600 ? width * 0.22 : width * 0.3
  for (let y = margin; y < height * 0.9; y += canvas.textHeight(1) + gap * 0.7) {
    const isChapter = random() < 0.3
    const entry = canvas.place({ x: margin * 0.6 + (isChapter ? 0 : textPx), y })
    const ink = isChapter ? canvas.accent() : style.faintInk
    canvas.text(entry.x, entry.y, side * random.between(0.4, 0.65), 1, { ink, lastLine: 1, scale: 0.95 })
  }
  const x = side + margin
  const inner = width - x - margin
  for (let y = margin; y < height; y += gap) {
    const heading = canvas.place({ x, y })
    y += canvas.text(heading.x, heading.y, inner * 0.6, 1, { scale: 1.5, lastLine: 0.9 }) + gap * 0.4
    const section = canvas.place({ x, y })
    y += canvas.text(section.x, section.y, inner, random.whole(3, 5)) + gap
    const noteHeight = canvas.textHeight(2) + gap
    const note = canvas.place({ x, y, width: inner, height: noteHeight })
    canvas.rect(note, style.surface, { stroke: style.line })
    canvas.rect({ ...note, width: 5 }, canvas.accent(), { radius: 0 })
    canvas.text(note.x + 10 + gap * 0.4, note.y + gap * 0.5, note.width * 0.85, 2, { scale: 0.9 })
    y += noteHeight
  }
}
