import { expect, it } from 'vitest'
import type { Round } from '../../packages/cli/src/api/teaching/session/round.ts'
import { type RoundView, renderRound } from '../../packages/cli/src/api/teaching/session/round-view.ts'
import type { Protocol } from '../../packages/cli/src/terminal/pictures/protocol.ts'
import { openTerminalPicture } from '../../packages/cli/src/terminal/pictures/terminal-picture.ts'
import { paint } from '../scoring/pictures.ts'

const blocks: Protocol = { kind: 'blocks', colours: '256', isInTmux: false }
const load = async () => undefined
const round: Round = {
  title: 'Which is better?',
  reason: 'Both are near what you like; which of them matters more is open, so that your answer tells much.',
  pictures: [
    { caption: 'left.png', load },
    { caption: `\u001b[2J${'long '.repeat(40)}.png`, load },
  ],
  lines: [],
  choices: [{ keys: ['left'], hint: '← left', judge: () => ({ words: '', elements: {} }) }],
}

async function viewOf(change: Partial<RoundView> = {}): Promise<RoundView> {
  const pictures = await Promise.all(
    [
      { width: 96, height: 64 },
      { width: 20, height: 90 },
    ].map(async (size, seed) => openTerminalPicture(await paint({ mood: 'warm', seed, ...size }))),
  )
  const view = {
    heading: 'House style',
    round,
    pictures,
    typed: '',
    message: 'Skipped.',
    warning: '',
    showsKeys: false,
  }
  return { ...view, ...change }
}

/** Row and column of each text, from 1. */
function placed(content: string) {
  const parts = [...content.replaceAll('\u001b', '␛').matchAll(/␛\[(\d+);(\d+)H(.*?)(?=␛\[\d+;\d+H|$)/gs)]
  return parts.map(([, row, column, text = '']) => ({
    row: Number(row),
    column: Number(column),
    text: text.replaceAll(/␛\[[\d;]*m/g, ''),
  }))
}

it.each([
  [100, 30],
  [80, 24],
  [41, 12],
  [20, 8],
  [10, 4],
])('a round fits into a terminal of %i columns and %i rows', async (columns, rows) => {
  for (const change of [{}, { showsKeys: true }, { warning: 'No connection', typed: 'warm' }, { round: undefined }]) {
    const parts = placed(await renderRound(await viewOf(change), { columns, rows }, blocks))
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.filter(({ row }) => row < 1 || row > rows)).toEqual([])
    expect(parts.filter(({ column, text }) => column - 1 + [...text].length > columns)).toEqual([])
  }
})

it('two pictures are side by side above their captions, and captions cannot control the terminal', async () => {
  const parts = placed(await renderRound(await viewOf(), { columns: 100, rows: 30 }, blocks))
  const [left, right] = parts.filter(({ text }) => /^[12] /.test(text))
  expect(left).toMatchObject({ column: 1, text: '1 left.png' })
  expect(right?.column).toBe(52)
  expect(right?.row).toBe(left?.row)
  expect(right?.text).toMatch(/^2 \\u001b\[2Jlong long/)
  const pixels = parts.filter(({ text }) => /^▀+$/.test(text))
  expect(new Set(pixels.map(({ column }) => column))).toEqual(new Set([1, 52]))
  expect(pixels.every(({ row }) => row < (left?.row ?? 0))).toBe(true)
})
