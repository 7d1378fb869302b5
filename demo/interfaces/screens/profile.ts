import type { Canvas } from '../canvas.ts'
import { button } from '../controls.ts'

/** A photograph across the top, a person with a few figures, and their posts. */
export function drawProfile(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const coverHeight = height * random.between(0.16, 0.28)
  canvas.photograph({ x: 0, y: 0, width, height: coverHeight })
  const radius = 24 + textPx
  const person = canvas.place({ x: margin + radius, y: coverHeight })
  canvas.circle(person.x, person.y, radius + 3, style.background)
  canvas.circle(person.x, person.y, radius, canvas.accent())
  const inner = width - 2 * margin
  button(canvas, { x: margin + inner * 0.7, y: coverHeight + gap, width: inner * 0.3, height: textPx * 1.8 + 4 })
  let y = coverHeight + radius + gap
  const name = canvas.place({ x: margin, y })
  y += canvas.text(name.x, name.y, inner * 0.5, 1, { scale: 1.5, lastLine: 0.9 })
  const words = canvas.place({ x: margin, y })
  y += canvas.text(words.x, words.y, inner * 0.8, 2, { ink: style.faintInk }) + gap
  for (let i = 0; i < 3; i++) {
    const figure = canvas.place({ x: margin + (i * inner) / 3, y })
    canvas.text(figure.x, figure.y, inner * 0.12, 1, { scale: 1.4, ink: canvas.accent(), lastLine: 1 })
    canvas.text(figure.x, figure.y + canvas.textHeight(1, 1.4), inner * 0.2, 1, { scale: 0.85, lastLine: 0.9 })
  }
  y += canvas.textHeight(1, 1.4) + canvas.textHeight(1, 0.85) + gap
  const columns = width > 600 ? 4 : 3
  const tile = (inner - (columns - 1) * gap * 0.5) / columns
  for (; y < height; y += tile * 0.75 + gap * 0.5) {
    for (let column = 0; column < columns; column++) {
      const at = { x: margin + column * (tile + gap * 0.5), y }
      canvas.rect(
        canvas.place({ ...at, width: tile, height: tile * 0.75 }),
        random() < 0.3 ? canvas.accent() : style.line,
      )
    }
  }
}
