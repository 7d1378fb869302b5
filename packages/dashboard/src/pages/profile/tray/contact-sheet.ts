import { pdfOf } from './pdf.ts'

interface SheetPicture {
  readonly name: string
  readonly image: ImageBitmap
}

const columns = 4
const [cellWidth, cellHeight, gap, margin] = [360, 300, 28, 64]
const [titleHeight, nameHeight] = [88, 44]
const width = 2 * margin + columns * cellWidth + (columns - 1) * gap
/** A4. */
const pageHeight = Math.round(width * Math.SQRT2)
const rowHeight = cellHeight + nameHeight + gap
const rowsPerPage = Math.floor((pageHeight - 2 * margin - titleHeight) / rowHeight)

/** One picture of all pictures, with their names. */
export function contactSheetAsPng(title: string, pictures: readonly SheetPicture[]): Promise<Blob> {
  const rows = Math.ceil(pictures.length / columns)
  return asBlob(draw(title, pictures, 2 * margin + titleHeight + rows * rowHeight), 'image/png')
}

/** As many pages as it takes. */
export async function contactSheetAsPdf(title: string, pictures: readonly SheetPicture[]): Promise<Blob> {
  const pages = []
  for (let at = 0; at < pictures.length; at += rowsPerPage * columns) {
    const page = draw(title, pictures.slice(at, at + rowsPerPage * columns), pageHeight)
    const jpeg = await asBlob(page, 'image/jpeg')
    pages.push({ width, height: pageHeight, jpeg: new Uint8Array(await jpeg.arrayBuffer()) })
  }
  return new Blob([pdfOf(pages)], { type: 'application/pdf' })
}

function draw(title: string, pictures: readonly SheetPicture[], height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser has no canvas')
  const font = getComputedStyle(document.body).fontFamily
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#211c1f'
  context.textBaseline = 'top'
  context.font = `600 40px ${font}`
  context.fillText(fitting(context, title, width - 2 * margin), margin, margin)
  context.font = `22px ${font}`
  for (const [i, { name, image }] of pictures.entries()) {
    const left = margin + (i % columns) * (cellWidth + gap)
    const top = margin + titleHeight + Math.floor(i / columns) * rowHeight
    const scale = Math.min(cellWidth / image.width, cellHeight / image.height)
    const [w, h] = [image.width * scale, image.height * scale]
    context.drawImage(image, left + (cellWidth - w) / 2, top + cellHeight - h, w, h)
    context.fillText(fitting(context, name, cellWidth), left, top + cellHeight + 10)
  }
  return canvas
}

/** A long text ends in "…". */
function fitting(context: CanvasRenderingContext2D, text: string, widthMax: number): string {
  if (context.measureText(text).width <= widthMax) return text
  const letters = [...text]
  let [fits, tooLong] = [0, letters.length]
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2)
    if (context.measureText(`${letters.slice(0, middle).join('')}…`).width <= widthMax) fits = middle
    else tooLong = middle
  }
  return `${letters.slice(0, fits).join('')}…`
}

function asBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('the picture is too large')))
    canvas.toBlob(done, type, 0.9)
  })
}
