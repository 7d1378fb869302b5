import type { Canvas } from '../canvas.ts'

/** Folders at the side, messages next to them, and on a wide screen the open message. */
export function drawMail(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { gapPx: gap, textPx } = style
  const isWide = width > 600
  const inset = 4 + style.marginPx * 0.4
  const side = isWide ? width * 0.2 : width * 0.26
  canvas.rect({ x: 0, y: 0, width: side, height }, style.surface, { radius: 0 })
  canvas.rect({ x: side, y: 0, width: 1, height }, style.line, { radius: 0 })
  for (let y = inset, i = 0; i < 8; i++, y += canvas.textHeight(1) + gap) {
    const folder = canvas.place({ x: inset, y })
    canvas.rect({ ...folder, width: textPx, height: textPx }, canvas.accent(), { radius: 2 })
    canvas.text(folder.x + textPx * 1.4, folder.y - textPx * 0.2, side - inset * 2 - textPx * 1.4, 1, { lastLine: 0.9 })
  }
  const list = isWide ? width * 0.32 : width - side
  for (let y = 0; y < height; ) {
    const message = canvas.place({ x: side + inset, y: y + gap * 0.7 + 3 })
    canvas.circle(message.x + textPx * 0.7, message.y + textPx * 0.8, textPx * 0.7, canvas.accent())
    const [x, inner] = [message.x + textPx * 2, list - 2 * inset - textPx * 2]
    canvas.text(x, message.y, inner * 0.7, 1, { lastLine: random.between(0.6, 1) })
    canvas.text(x, message.y + canvas.textHeight(1), inner, 2, { scale: 0.85, ink: style.faintInk })
    y += canvas.textHeight(1) + canvas.textHeight(2, 0.85) + gap * 1.4 + 6
    canvas.rect({ x: side, y, width: list, height: 1 }, style.line, { radius: 0 })
  }
  if (isWide) drawMessage(canvas, side + list, width - side - list)
}

function drawMessage(canvas: Canvas, left: number, width: number): void {
  const { style, random, height } = canvas
  canvas.rect({ x: left, y: 0, width: 1, height }, style.line, { radius: 0 })
  const [x, inner] = [left + style.marginPx, width - 2 * style.marginPx]
  let y = style.marginPx
  const subject = canvas.place({ x, y })
  y += canvas.text(subject.x, subject.y, inner * 0.8, 1, { scale: 1.5, lastLine: 0.9 }) + style.gapPx
  while (y < height * random.between(0.7, 1)) {
    const paragraph = canvas.place({ x, y })
    y += canvas.text(paragraph.x, paragraph.y, inner, random.whole(2, 5)) + style.gapPx
  }
}
