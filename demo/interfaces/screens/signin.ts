import type { Canvas } from '../canvas.ts'
import { button, field } from '../controls.ts'

/** A photograph on one side or at the top, and fields for the name and the password with other ways to sign in. */
export function drawSignin(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const isWide = width > 600
  const shown = isWide ? { width: width * random.between(0.35, 0.5), height } : { width, height: height * 0.22 }
  canvas.photograph({ x: 0, y: 0, ...shown })
  const left = isWide ? shown.width + margin : margin
  const inner = width - left - margin
  let y = (isWide ? 0 : shown.height) + margin
  const logo = canvas.place({ x: left, y })
  canvas.circle(logo.x + textPx, logo.y + textPx, textPx, canvas.accent())
  y += textPx * 2 + gap
  const welcome = canvas.place({ x: left, y })
  y += canvas.text(welcome.x, welcome.y, inner * 0.7, 1, { scale: 1.8, lastLine: 0.9 }) + gap
  for (let i = random.whole(2, 3); i > 0; i--) y += field(canvas, left, y, inner)
  button(canvas, { x: left, y, width: inner, height: textPx * 2 + 8 })
  y += textPx * 2 + 8 + gap
  for (let i = 0; i < 3; i++) {
    const other = canvas.place({
      x: left + (i * (inner + gap)) / 3,
      y,
      width: (inner - 2 * gap) / 3,
      height: textPx * 2,
    })
    canvas.rect(other, style.surface, { stroke: style.line })
    canvas.circle(other.x + other.width / 2, other.y + other.height / 2, textPx * 0.6, canvas.accent())
  }
  const help = canvas.place({ x: left, y: y + textPx * 2 + gap })
  canvas.text(help.x, help.y, inner * 0.8, 2, { scale: 0.85, ink: style.faintInk })
}
