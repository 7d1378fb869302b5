import { at, oneLine, type Size, wrapped } from '../../../terminal/full-screen.ts'
import type { Protocol } from '../../../terminal/pictures/protocol.ts'
import { clearPictures, drawPicture, type TerminalPicture } from '../../../terminal/pictures/terminal-picture.ts'
import { bold, cyan, dim, yellow } from '../../../terminal/text.ts'
import type { Round } from './round.ts'

export interface RoundView {
  /** Profile, dimension and budget. */
  readonly heading: string
  /** Undefined while the next one is loading. */
  readonly round: Round | undefined
  /** One for each picture of the round; a text explains why it cannot be shown. */
  readonly pictures: readonly (TerminalPicture | string)[]
  /** What has been typed so far. */
  readonly typed: string
  /** What happened last. */
  readonly message: string
  /** Why judgements are waiting; empty if none are. */
  readonly warning: string
  readonly showsKeys: boolean
}

const alwaysKeys = ['Space skip', 'Backspace undo', '? keys']
const gap = 2

/** The whole screen as text. It does not scroll, however small the terminal is. */
export async function renderRound(view: RoundView, size: Size, protocol: Protocol): Promise<string> {
  const { round } = view
  const rows: string[] = [dim(oneLine(view.heading, size.columns)), '']
  rows.push(...wrapped(round?.title ?? 'Loading the next question…', size.columns).map(bold))
  if (round?.reason !== undefined) rows.push(...wrapped(round.reason, size.columns).map(dim))
  const lines = view.showsKeys && round ? keyLines(round) : (round?.lines ?? [])
  rows.push('', ...lines.map((line) => oneLine(line, size.columns)))
  const foot = footOf(view, size)
  const bodyRows = Math.max(0, size.rows - foot.length)
  const shown = rows.slice(0, bodyRows)
  const area = { row: shown.length + 1, columns: size.columns, rows: bodyRows - shown.length }
  const pictures = view.showsKeys ? '' : await renderPictures(view, area, protocol)
  const text = [...shown.map((line, i) => at(i + 1, 1, line)), ...foot.map((line, i) => at(bodyRows + i + 1, 1, line))]
  return `${clearPictures(protocol)}${text.join('')}${pictures}`
}

/** The two most important lines come last, so that a small terminal still shows them. */
function footOf({ round, typed, message, warning }: RoundView, { columns, rows }: Size): readonly string[] {
  const hints = [...(round?.choices.map(({ hint }) => hint) ?? []), ...alwaysKeys, round?.typed ? 'Esc quit' : 'q quit']
  const keys = wrapped(hints.filter((hint) => hint !== '').join('  '), columns)
  const lines = [
    ...(round?.typed && typed !== '' ? [`> ${oneLine(typed.slice(-(columns - 4)), columns - 4)}▏`] : []),
    ...(warning === '' ? [] : [yellow(oneLine(warning, columns))]),
    cyan(oneLine(message, columns)),
    ...keys.map(dim),
  ]
  return lines.slice(-Math.max(1, rows - 4))
}

function keyLines({ choices, typed }: Round): readonly string[] {
  return [
    ...choices.flatMap(({ hint }) => (hint === '' ? [] : [hint])),
    ...(typed ? ['letters: your own answer, then Enter', '1 … 9: one of the answers'] : []),
    'Space: skip; uses no budget, and may be asked again',
    'Backspace: go back and undo the last judgement',
    `${typed ? 'Esc' : 'q, Esc'} or Ctrl-C: quit; your judgements are kept`,
  ]
}

interface Area extends Size {
  readonly row: number
}

async function renderPictures(view: RoundView, { row, columns, rows }: Area, protocol: Protocol): Promise<string> {
  const pictures = view.round?.pictures ?? []
  const width = Math.floor((columns - gap * (pictures.length - 1)) / Math.max(1, pictures.length))
  if (rows < 2 || width < 4) return ''
  // One row for the caption, and one in case characters are not as tall as assumed.
  const boxRows = protocol.kind === 'none' ? 0 : Math.max(0, rows - 2)
  const drawn = await Promise.all(
    pictures.map(async ({ caption }, i) => {
      const column = 1 + i * (width + gap)
      const picture = view.pictures[i]
      const image =
        typeof picture === 'object' && boxRows > 0
          ? await drawPicture(picture, { row, column, columns: width, rows: boxRows }, protocol)
          : ''
      const missing = typeof picture === 'string' ? at(row, column, dim(oneLine(picture, width))) : ''
      const number = pictures.length > 1 ? `${i + 1} ` : ''
      return `${image}${missing}${at(row + Math.max(boxRows, 1), column, bold(oneLine(number + caption, width)))}`
    }),
  )
  return drawn.join('')
}
