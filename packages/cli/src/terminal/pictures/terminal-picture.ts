import { at, type Size } from '../full-screen.ts'
import { halfBlocks } from './half-blocks.ts'
import { iterm2Picture } from './iterm2.ts'
import { kittyClear, kittyPicture } from './kitty.ts'
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
