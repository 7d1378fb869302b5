import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { halfBlocks, paletteIndex } from '../../packages/cli/src/terminal/pictures/half-blocks.ts'
import { type Protocol, protocolOf } from '../../packages/cli/src/terminal/pictures/protocol.ts'
import {
  clearPictures,
  drawPicture,
  fitInto,
  openTerminalPicture,
  shownSideMax,
} from '../../packages/cli/src/terminal/pictures/terminal-picture.ts'
import { paint } from '../scoring/pictures.ts'

const box = { row: 3, column: 5, columns: 40, rows: 10 }
const as = (kind: Protocol['kind'], more: Partial<Protocol> = {}): Protocol => ({
  kind,
  colours: 'truecolor',
  isInTmux: false,
  ...more,
})

describe('which pictures a terminal shows', () => {
  it.each([
    [{ TERM: 'xterm-256color' }, 'blocks'],
    [{ TERM: 'dumb' }, 'none'],
    [{ TERM: 'xterm-256color', NO_COLOR: '1' }, 'none'],
    [{ TERM: 'xterm-kitty', NO_COLOR: '1' }, 'kitty'],
    [{ TERM: 'xterm-256color', KITTY_WINDOW_ID: '1' }, 'kitty'],
    [{ TERM: 'xterm-ghostty' }, 'kitty'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, 'iterm2'],
    [{ TERM: 'xterm-256color', TERM_PROGRAM: 'WezTerm' }, 'iterm2'],
    // Over SSH, where TERM_PROGRAM is not known.
    [{ TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2', SSH_TTY: '/dev/pts/1' }, 'iterm2'],
    [{ TERM: 'tmux-256color', TMUX: '/tmp/tmux', KITTY_WINDOW_ID: '1' }, 'blocks'],
    [{ TERM: 'screen', LC_TERMINAL: 'iTerm2' }, 'blocks'],
    [{ TERM: 'tmux-256color', TMUX: '/tmp/tmux', PALATE_IMAGES: 'kitty' }, 'kitty'],
    [{ TERM: 'xterm-kitty', PALATE_IMAGES: 'none' }, 'none'],
  ] as const)('in %o: %s', (env, kind) => {
    expect(protocolOf(env).kind).toBe(kind)
  })

  it('a wrong PALATE_IMAGES is refused', () => {
    expect(() => protocolOf({ PALATE_IMAGES: 'sixel' })).toThrow(
      'PALATE_IMAGES must be one of kitty, iterm2, blocks, none',
    )
  })

  it('the number of colours is what the terminal reports', () => {
    expect(protocolOf({ TERM: 'xterm-256color' }).colours).toBe('256')
    expect(protocolOf({ TERM: 'xterm-256color', COLORTERM: 'truecolor' }).colours).toBe('truecolor')
  })
})

describe('a picture', () => {
  const open = async (width: number, height: number, format: 'png' | 'webp' | 'jpeg' = 'webp') =>
    openTerminalPicture(await paint({ mood: 'warm', seed: 1, width, height, format }))

  it('keeps its proportions in a box of characters, which are twice as high as wide', () => {
    expect(fitInto({ width: 96, height: 64 }, box)).toEqual({ columns: 30, rows: 10 })
    expect(fitInto({ width: 400, height: 20 }, box)).toEqual({ columns: 40, rows: 1 })
    expect(fitInto({ width: 10, height: 4000 }, box)).toEqual({ columns: 1, rows: 10 })
  })

  it('is drawn in half blocks at its position, two pixels per character', async () => {
    const drawn = await drawPicture(await open(96, 64), box, as('blocks'))
    const rows = visible(drawn).split(/(?=␛\[\d+;5H)/)
    expect(rows).toHaveLength(10)
    expect(rows.map((row) => row.match(/▀/g)?.length)).toEqual(Array(10).fill(30))
    expect(rows[0]).toMatch(/^␛\[3;5H␛\[38;2;\d+;\d+;\d+;48;2;\d+;\d+;\d+m▀/)
    expect(rows.every((row) => row.endsWith('␛[0m'))).toBe(true)
  })

  it('is sent to kitty as PNG in chunks, without a reply', async () => {
    const drawn = await drawPicture(await open(300, 200), box, as('kitty'))
    const chunks = [...visible(drawn).matchAll(/␛_G([^;]*);([^␛]*)␛\\/g)].map(([, control = '', data = '']) => ({
      control,
      data,
    }))
    expect(chunks.length).toBeGreaterThan(1)
    // The picture is as high as the box; kitty finds the width.
    expect(chunks[0]?.control).toBe('a=T,f=100,t=d,q=2,C=1,r=10,m=1')
    expect(chunks.slice(1).map(({ control }) => control)).toEqual([
      ...Array(chunks.length - 2).fill('q=2,m=1'),
      'q=2,m=0',
    ])
    expect(chunks.every(({ data }) => data.length <= 4096)).toBe(true)
    const { format, width, height } = await sharp(decodeBase64(chunks.map(({ data }) => data).join(''))).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 300, height: 200 })
    expect(clearPictures(as('kitty'))).toBe('\u001b_Ga=d,d=A,q=2\u001b\\')
  })

  it('is sent to iTerm2 as a file with the size of its box', async () => {
    const drawn = await drawPicture(await open(1200, 300, 'jpeg'), box, as('iterm2'))
    const [, size, data = ''] =
      /^␛\[3;5H␛\]1337;File=inline=1;size=(\d+);width=40;height=5;preserveAspectRatio=1;doNotMoveCursor=1:([^␇]*)␇$/.exec(
        visible(drawn),
      ) ?? []
    expect(decodeBase64(data)).toHaveLength(Number(size))
    expect((await sharp(decodeBase64(data)).metadata()).width).toBe(shownSideMax)
  })

  it('is wrapped in a tmux passthrough sequence', async () => {
    const drawn = await drawPicture(await open(20, 20), box, as('kitty', { isInTmux: true }))
    expect(visible(drawn)).toMatch(/^␛\[3;5H␛Ptmux;␛␛_Ga=T/)
    expect(drawn.endsWith('\u001b\u001b\\\u001b\\')).toBe(true)
  })

  it('is refused if it is not a picture', async () => {
    await expect(openTerminalPicture(Buffer.from('no picture'))).rejects.toThrow()
  })
})

describe('half blocks', () => {
  it('show the upper and the lower pixel, and repeat no colour', () => {
    const data = Uint8Array.from([255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255])
    expect(halfBlocks({ width: 2, height: 2, data }, 'truecolor')).toEqual([
      '\u001b[38;2;255;0;0;48;2;0;0;255m▀▀\u001b[0m',
    ])
    expect(halfBlocks({ width: 2, height: 1, data: data.subarray(0, 6) }, '256')).toEqual([
      '\u001b[38;5;196;49m▀▀\u001b[0m',
    ])
  })

  it('use the nearest of 256 colours', () => {
    expect(paletteIndex(0, 0, 0)).toBe(16)
    expect(paletteIndex(255, 255, 255)).toBe(231)
    expect(paletteIndex(128, 128, 128)).toBe(244)
    expect(paletteIndex(100, 140, 180)).toBe(67)
    expect(paletteIndex(9, 9, 9)).toBe(232)
  })
})

/** Control characters as visible symbols that a regular expression may contain. */
function visible(text: string): string {
  return text.replaceAll('\u001b', '␛').replaceAll('\u0007', '␇')
}

function decodeBase64(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}
