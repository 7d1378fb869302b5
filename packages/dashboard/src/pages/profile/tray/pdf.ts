export interface PdfPage {
  readonly width: number
  readonly height: number
  readonly jpeg: Uint8Array
}

/** The width of A4 in points. */
const pointsWide = 595

/** A PDF file with a JPEG on each page. By hand: PDF takes JPEG as it is, so that a library would do no more. */
export function pdfOf(pages: readonly PdfPage[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  const starts: number[] = []
  let length = 0
  const write = (piece: string | Uint8Array) => {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
    pieces.push(bytes)
    length += bytes.length
  }
  const object = (...content: readonly (string | Uint8Array)[]) => {
    starts.push(length)
    for (const piece of [`${starts.length} 0 obj\n`, ...content, '\nendobj\n']) write(piece)
  }
  const stream = (dictionary: string, content: string | Uint8Array) =>
    object(`<< ${dictionary} /Length ${content.length} >>\nstream\n`, content, '\nendstream')
  write('%PDF-1.4\n')
  object('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = pages.map((_, i) => `${3 + 3 * i} 0 R`).join(' ')
  object(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`)
  for (const [i, { width, height, jpeg }] of pages.entries()) {
    const [page, box] = [3 + 3 * i, [pointsWide, Math.round((pointsWide * height) / width)].join(' ')]
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Contents ${page + 1} 0 R ` +
        `/Resources << /XObject << /Sheet ${page + 2} 0 R >> >> >>`,
    )
    stream('', `${box.split(' ')[0]} 0 0 ${box.split(' ')[1]} 0 0 cm /Sheet Do`)
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        '/BitsPerComponent 8 /Filter /DCTDecode',
      jpeg,
    )
  }
  const places = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${starts.length + 1}\n0000000000 65535 f \n${places}`
  const at = length
  write(`${table}trailer\n<< /Size ${starts.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`)
  return joined(pieces, length)
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
