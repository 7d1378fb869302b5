import type { Box, Canvas } from '../canvas.ts'
import { card } from '../controls.ts'

/** Streets with marked places, a search field, and the results next to or below the map. */
export function drawMap(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const isWide = width > 600
  const map = isWide
    ? { x: width * 0.45, y: 0, width: width * 0.55, height }
    : { x: 0, y: 0, width, height: height * random.between(0.3, 0.45) }
  drawStreets(canvas, map)
  const panel = isWide
    ? { x: 0, y: 0, width: width * 0.45, height }
    : { x: 0, y: map.height, width, height: height - map.height }
  canvas.rect(panel, style.background, { radius: 0 })
  const inner = panel.width - 2 * margin
  const search = card(canvas, { x: margin, y: panel.y + margin, width: inner, height: textPx * 1.8 + gap })
  canvas.text(search.x + gap * 0.5 + 4, search.y + gap * 0.5 + textPx * 0.2, inner * 0.5, 1, { ink: style.faintInk })
  for (let y = panel.y + margin + textPx * 1.8 + 2 * gap; y < height; y += canvas.textHeight(3) + gap) {
    const side = canvas.textHeight(3) * 0.9
    const place = canvas.place({ x: margin, y, width: side, height: side })
    canvas.picture(place)
    const name = canvas.place({ x: margin + side + gap * 0.5 + 6, y })
    canvas.text(name.x, name.y, (inner - side) * 0.6, 1, { lastLine: random.between(0.6, 1) })
    canvas.text(name.x, name.y + canvas.textHeight(1), (inner - side) * 0.8, 2, { ink: style.faintInk, scale: 0.85 })
  }
}

function drawStreets(canvas: Canvas, { x, y, width, height }: Box): void {
  const { style, random } = canvas
  canvas.rect({ x, y, width, height }, style.surface, { radius: 0 })
  const block = (Math.max(width, height) / random.whole(5, 8)) * (0.6 + style.gapPx / 40)
  for (let at = x + random() * block; at < x + width; at += block) {
    canvas.rect({ x: at, y, width: random.oneOf([2, 4, 7]), height }, style.line, { radius: 0 })
  }
  for (let at = y + random() * block; at < y + height; at += block) {
    canvas.rect({ x, y: at, width, height: random.oneOf([2, 4, 7]) }, style.line, { radius: 0 })
  }
  for (let i = random.whole(5, 9); i > 0; i--) {
    canvas.circle(x + random() * width, y + random() * height, 6 + style.textPx * 0.4, canvas.accent())
  }
}
