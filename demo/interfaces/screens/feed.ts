import type { Canvas } from '../canvas.ts'

/** A column of posts: author, a few words, a photograph, and the number of likes. */
export function drawFeed(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const inner = Math.min(width - 2 * margin, 480)
  const x = (width - inner) / 2
  for (let y = margin; y < height; y += gap * 1.5) {
    const author = canvas.place({ x, y })
    const radius = textPx * 1.1
    canvas.circle(author.x + radius, author.y + radius, radius, canvas.accent())
    const nameX = author.x + radius * 2 + gap * 0.5 + 4
    canvas.text(nameX, author.y, inner * 0.4, 1, { lastLine: random.between(0.6, 1) })
    canvas.text(nameX, author.y + canvas.textHeight(1), inner * 0.3, 1, { scale: 0.8, ink: style.faintInk })
    y += radius * 2 + gap
    const words = canvas.place({ x, y })
    y += canvas.text(words.x, words.y, inner, random.whole(1, 3)) + gap * 0.6
    const tall = inner * random.between(0.3, 0.55)
    canvas.photograph(canvas.place({ x, y, width: inner, height: tall }))
    y += tall + gap * 0.6
    for (let i = 0; i < 4; i++) {
      const mark = canvas.place({ x: x + (i * inner) / 4, y })
      canvas.rect({ ...mark, width: textPx * 1.2, height: textPx * 1.2 }, canvas.accent(), { radius: textPx * 0.4 })
      canvas.text(mark.x + textPx * 1.7, mark.y, textPx * 2, 1, { scale: 0.85, ink: style.faintInk, lastLine: 1 })
    }
    y += textPx * 1.3
  }
}
