import type { Canvas } from '../canvas.ts'
import { topBar } from '../controls.ts'

/** Pictures in a grid, each with a line below. */
export function drawGallery(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const { marginPx: margin, gapPx: gap } = style
  const columns = width > 600 ? random.whole(3, 5) : random.whole(2, 3)
  const tile = (width - 2 * margin - (columns - 1) * gap) / columns
  const tileHeight = tile * random.between(0.7, 1.1)
  const rowHeight = tileHeight + canvas.textHeight(1) + gap
  for (let y = topBar(canvas); y < height; y += rowHeight) {
    for (let column = 0; column < columns; column++) {
      const box = canvas.place({ x: margin + column * (tile + gap), y, width: tile, height: tileHeight })
      canvas.picture(box)
      canvas.text(box.x, box.y + tileHeight + 3, tile, 1, { lastLine: random.between(0.5, 0.9) })
    }
  }
}
