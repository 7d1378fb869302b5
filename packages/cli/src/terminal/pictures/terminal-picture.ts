import { at, type Size } from '../full-screen.ts'
import { halfBlocks } from './half-blocks.ts'
import type { Protocol } from './protocol.ts'

/** A picture that is ready to be drawn. */
export interface TerminalPicture {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Refuses data that is not a picture or is too large. */
export async function openTerminalPicture(bytes: Uint8Array): Promise<TerminalPicture> {
  const { readHeader } = await loadDecoder()
  return { bytes, ...(await readHeader(bytes)) }
}

export interface Box extends Size {
  readonly row: number
  readonly column: number
}

/** The sequence that draws a picture into a box on the screen, keeping its aspect ratio. */
export async function drawPicture(picture: TerminalPicture, box: Box, protocol: Protocol): Promise<string> {
  if (protocol.kind === 'none') return ''
  const { columns, rows } = fitInto(picture, box)
  if (protocol.kind === 'blocks') {
    const lines = halfBlocks(await toPixels(picture, columns, rows * 2), protocol.colours)
    return lines.map((line, i) => at(box.row + i, box.column, line)).join('')
  }
  const png = await toPng(picture)
  const isWide = columns === box.columns
  const sent =
    protocol.kind === 'kitty'
      ? kittyPicture(png, isWide ? { columns } : { rows })
      : iterm2Picture(png, { columns, rows })
  return at(box.row, box.column, throughTmux(sent, protocol))
}

/** The sequence that removes pictures, which clearing the text does not. */
export function clearPictures(protocol: Protocol): string {
  return protocol.kind === 'kitty' ? throughTmux(kittyClear, protocol) : ''
}

/** Characters are about twice as high as wide. Small pictures are enlarged. */
export function fitInto({ width, height }: { readonly width: number; readonly height: number }, box: Size): Size {
  const scale = Math.min(box.columns / width, (box.rows * 2) / height)
  return {
    columns: Math.min(box.columns, Math.max(1, Math.round(width * scale))),
    rows: Math.min(box.rows, Math.max(1, Math.round((height * scale) / 2))),
  }
}

/** tmux passes text wrapped like this to the outer terminal if `allow-passthrough` is on. */
function throughTmux(sent: string, { isInTmux }: Protocol): string {
  return isInTmux ? `\u001bPtmux;${sent.replaceAll('\u001b', '\u001b\u001b')}\u001b\\` : sent
}

async function toPixels({ bytes }: TerminalPicture, width: number, height: number) {
  const { openPicture } = await loadDecoder()
  const data = await openPicture(bytes, (picture) =>
    picture
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(width, height, { fit: 'fill' })
      .raw({ depth: 'uchar' }),
  )
  return { width, height, data }
}

/** More pixels are not visible in a terminal. */
export const shownSideMax = 800

async function toPng({ bytes }: TerminalPicture): Promise<Uint8Array> {
  const { openPicture } = await loadDecoder()
  return openPicture(bytes, (picture) =>
    picture.resize(shownSideMax, shownSideMax, { fit: 'inside', withoutEnlargement: true }).png(),
  )
}

/** On demand: the decoder is a native library, and most commands show no pictures. */
function loadDecoder() {
  return import('@palate/server/pictures/decoding/decode.ts')
}

/** A picture file in iTerm2's protocol, scaled to fit this many characters. */
function iterm2Picture(file: Uint8Array, { columns, rows }: Size): string {
  const options = `inline=1;size=${file.length};width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1`
  return `\u001b]1337;File=${options}:${Buffer.from(file).toString('base64')}\u0007`
}

const esc = '\u001b'
/** The protocol's own limit. */
const base64PerChunkMax = 4096

/**
 * A PNG in kitty's graphics protocol, at the cursor, which stays where it is. One side is given: the terminal, which
 * knows the size of its characters, chooses the other so that the proportions are kept. It sends no answers (`q=2`),
 * which would look like keys.
 */
function kittyPicture(png: Uint8Array, side: Partial<Size>): string {
  const text = Buffer.from(png).toString('base64')
  const size = side.columns === undefined ? `r=${side.rows}` : `c=${side.columns}`
  const count = Math.max(1, Math.ceil(text.length / base64PerChunkMax))
  const chunks = Array.from({ length: count }, (_, i) => {
    const control = i === 0 ? `a=T,f=100,t=d,q=2,C=1,${size},` : 'q=2,'
    const part = text.slice(i * base64PerChunkMax, (i + 1) * base64PerChunkMax)
    return `${esc}_G${control}m=${i === count - 1 ? 0 : 1};${part}${esc}\\`
  })
  return chunks.join('')
}

/** Removes all pictures from the screen, and from the terminal's memory. Clearing the text leaves them. */
const kittyClear = `${esc}_Ga=d,d=A,q=2${esc}\\`
