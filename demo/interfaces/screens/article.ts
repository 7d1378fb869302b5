import type { Canvas } from '../canvas.ts'
import { tags, topBar } from '../controls.ts'

/** A heading, tags, a picture and paragraphs. */
export function drawArticle(canvas: Canvas): void {
  const { style, random, width, height } = canvas
  const inner = Math.min(width - 2 * style.marginPx, 640)
  const x = (width - inner) / 2
  let y = topBar(canvas)
  const heading = canvas.place({ x, y })
  y += canvas.text(heading.x, heading.y, inner, 2, { scale: 1.7 }) + style.gapPx
  const row = canvas.place({ x, y })
  y += tags(canvas, row.x, row.y, inner * 0.7)
  const picture = canvas.place({ x, y, width: inner, height: inner * random.between(0.25, 0.5) })
  canvas.picture(picture)
  y += picture.height + style.gapPx
  while (y < height) {
    const lines = random.whole(3, 6)
    const paragraph = canvas.place({ x, y })
    y += canvas.text(paragraph.x, paragraph.y, inner, lines) + style.gapPx
  }
}
