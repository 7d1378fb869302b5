import type { Canvas } from '../canvas.ts'

/** The cover of what is playing, its title, the progress, the controls and what comes next. */
export function drawPlayer(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap, textPx } = style
  const isWide = width > 600
  const left = margin
  const column = isWide ? (width - 3 * margin) * 0.45 : width - 2 * margin
  const side = Math.min(column, height * 0.5) * random.between(0.7, 1)
  const cover = canvas.place({ x: left + (column - side) / 2, y: margin, width: side, height: side })
  canvas.picture(cover)
  let y = margin + side + gap
  const title = canvas.place({ x: left + column * 0.2, y })
  y += canvas.text(title.x, title.y, column * 0.6, 1, { scale: 1.4, lastLine: 1 })
  const artist = canvas.place({ x: left + column * 0.3, y })
  y += canvas.text(artist.x, artist.y, column * 0.4, 1, { ink: style.faintInk, lastLine: 1 }) + gap
  const bar = canvas.place({ x: left, y, width: column, height: 5 })
  canvas.rect(bar, style.line)
  canvas.rect({ ...bar, width: bar.width * random.between(0.2, 0.8) }, canvas.accent())
  y += 10 + gap
  const radius = 10 + textPx * 0.5
  for (let i = -2; i <= 2; i++) {
    const at = canvas.place({ x: left + column / 2 + i * (radius * 2 + gap), y: y + radius })
    canvas.circle(at.x, at.y, i === 0 ? radius * 1.25 : radius * 0.8, i === 0 ? canvas.accent() : style.ink)
  }
  drawQueue(canvas, isWide ? left + column + margin : left, isWide ? margin : y + radius * 2.5 + gap, column)
}

function drawQueue(canvas: Canvas, x: number, top: number, width: number): void {
  const { style, random, height } = canvas
  for (let y = top; y < height; y += canvas.textHeight(2) + style.gapPx * 0.8) {
    const song = canvas.place({ x, y })
    const side = canvas.textHeight(2) * 0.85
    canvas.rect({ ...song, width: side, height: side }, canvas.accent())
    const textX = song.x + side + style.gapPx * 0.5 + 5
    canvas.text(textX, song.y, width * 0.5, 1, { lastLine: random.between(0.5, 1) })
    canvas.text(textX, song.y + canvas.textHeight(1), width * 0.35, 1, { scale: 0.85, ink: style.faintInk })
    const time = canvas.place({ x: x + width * 0.88, y })
    canvas.text(time.x, time.y, width * 0.1, 1, { ink: style.faintInk, lastLine: 1 })
  }
}
