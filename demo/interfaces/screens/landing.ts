import type { Canvas } from '../canvas.ts'
import { button } from '../controls.ts'

/** Links at the top, a headline with a large picture, then the features in columns. */
export function drawLanding(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const isWide = width > 600
  const inner = width - 2 * margin
  const logo = canvas.place({ x: margin, y: gap })
  canvas.rect({ ...logo, width: textPx * 1.6, height: textPx * 1.6 }, canvas.accent())
  for (let i = 0; i < (isWide ? 4 : 2); i++) {
    const link = canvas.place({ x: width - margin - (i + 1) * (textPx * 4 + gap), y: gap })
    canvas.text(link.x, link.y, textPx * 3.5, 1, { lastLine: 1 })
  }
  const top = gap * 2 + textPx * 2
  const half = isWide ? inner * 0.48 : inner
  const isPictureLeft = isWide && random() < 0.4
  const textX = isPictureLeft ? margin + inner - half : margin
  const claim = canvas.place({ x: textX, y: top + gap })
  const claimHeight = canvas.text(claim.x, claim.y, half, 2, { scale: 2.2 })
  const below = canvas.place({ x: textX, y: top + gap + claimHeight })
  const textHeight = canvas.text(below.x, below.y, half, 2, { ink: style.faintInk })
  const buttonY = top + 2 * gap + claimHeight + textHeight
  button(canvas, { x: textX, y: buttonY, width: half * 0.4, height: textPx * 2 + 8 })
  const pictureHeight = half * random.between(0.4, 0.6)
  const pictureX = isPictureLeft || !isWide ? margin : margin + inner - half
  const pictureY = isWide ? top : buttonY + textPx * 2 + 8 + gap
  canvas.photograph(canvas.place({ x: pictureX, y: pictureY, width: half, height: pictureHeight }))
  let y = Math.max(pictureY + pictureHeight, buttonY + textPx * 2 + 8) + gap * 1.5
  const columns = isWide ? 3 : 1
  const columnWidth = (inner - (columns - 1) * gap) / columns
  for (; y < height; y += canvas.textHeight(4) + textPx * 2 + gap * 1.5) {
    for (let column = 0; column < columns; column++) {
      const at = canvas.place({ x: margin + column * (columnWidth + gap), y })
      canvas.circle(at.x + textPx, at.y + textPx, textPx, canvas.accent())
      canvas.text(at.x, at.y + textPx * 2 + gap * 0.3, columnWidth * 0.6, 1, { scale: 1.2, lastLine: 0.8 })
      canvas.text(at.x, at.y + textPx * 4 + gap * 0.3, columnWidth, 2, { ink: style.faintInk })
    }
  }
}
