import type { Canvas } from '../canvas.ts'

/** A path and icons of folders and files in rows, each with its name below. */
export function drawFiles(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  const path = canvas.place({ x: margin, y: margin })
  canvas.text(path.x, path.y, width * 0.45, 1, { lastLine: 1, ink: style.faintInk })
  const columns = width > 600 ? random.whole(5, 7) : 3
  const column = (width - 2 * margin) / columns
  const side = column * 0.45
  for (let y = margin + canvas.textHeight(1) + gap; y < height; y += side + canvas.textHeight(1) + gap * 1.6) {
    for (let i = 0; i < columns; i++) {
      const icon = canvas.place({ x: margin + i * column + (column - side) / 2, y, width: side, height: side * 0.8 })
      const fill = canvas.accent()
      const isFolder = random() < 0.6
      canvas.rect({ ...icon, width: icon.width * (isFolder ? 1 : 0.75) }, isFolder ? fill : style.surface, {
        radius: 3,
        stroke: isFolder ? 'none' : style.line,
      })
      if (isFolder) canvas.rect({ ...icon, y: icon.y - 4, width: icon.width * 0.4, height: 6 }, fill, { radius: 2 })
      else canvas.rect({ x: icon.x + 4, y: icon.y + 5, width: icon.width * 0.4, height: 4 }, fill, { radius: 1 })
      const share = random.between(0.5, 0.9)
      canvas.text(icon.x + (icon.width - column * share) / 2, icon.y + side + 2, column * share, 1, { lastLine: 1 })
    }
  }
}
