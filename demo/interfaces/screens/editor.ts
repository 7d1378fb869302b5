import type { Canvas } from '../canvas.ts'

/** Tools at the top, files at the side, and lines of code with words in colours. */
export function drawEditor(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { gapPx: gap, textPx } = style
  const inset = 4 + style.marginPx * 0.5
  const bar = textPx * 1.4 + gap
  for (let i = 0; i < (width > 600 ? 10 : 6); i++) {
    const tool = canvas.place({ x: inset + i * (textPx * 1.5 + gap * 0.6), y: (bar - textPx) / 2 })
    canvas.rect({ ...tool, width: textPx * 1.1, height: textPx * 1.1 }, i % 3 === 0 ? canvas.accent() : style.faintInk)
  }
  const side = width * (width > 600 ? 0.2 : 0.28)
  canvas.rect({ x: 0, y: bar, width, height: 1 }, style.line, { radius: 0 })
  canvas.rect({ x: 0, y: bar, width: side, height: height - bar }, style.surface, { radius: 0 })
  const lineHeight = canvas.textHeight(1) + gap * 0.5
  for (let y = bar + inset; y < height * random.between(0.6, 1); y += lineHeight) {
    const file = canvas.place({ x: inset + random.whole(0, 2) * textPx, y })
    canvas.text(file.x, file.y, side * random.between(0.3, 0.6), 1, { scale: 0.9, lastLine: 1 })
  }
  let depth = 0
  for (let y = bar + inset; y < height; y += lineHeight) {
    depth = Math.max(0, Math.min(4, depth + random.whole(-1, 1)))
    if (random() < 0.12) continue
    const line = canvas.place({ x: side + inset + depth * textPx * 1.6, y })
    for (let x = line.x, words = random.whole(1, 4); words > 0 && x < width - inset; words--) {
      const wordWidth = textPx * random.between(2, 7)
      canvas.text(x, line.y, wordWidth, 1, { ink: random() < 0.45 ? canvas.accent() : style.ink, lastLine: 1 })
      x += wordWidth + textPx
    }
  }
}
