import { at, oneLine, type Size, wrapped } from '../../terminal/full-screen.ts'
import type { Protocol } from '../../terminal/pictures/protocol.ts'
import { clearPictures, drawPicture, type TerminalPicture } from '../../terminal/pictures/terminal-picture.ts'
import { bold, cyan, dim, yellow } from '../text.ts'
import type { Round } from './round.ts'

export interface RoundView {
  /** Profile, dimension and budget. */
  readonly heading: string
  /** Undefined while the next is being looked for. */
  readonly round: Round | undefined
  /** One for each picture of the round; a text says why there is none. */
  readonly pictures: readonly (TerminalPicture | string)[]
  /** What has been typed so far. */
  readonly typed: string
  /** What happened last. */
  readonly message: string
  /** Why judgements wait; empty if none does. */
  readonly warning: string
  readonly showsKeys: boolean
}

const alwaysKeys = ['Space skip', 'Backspace take back', '? keys']
const gap = 2

/** The whole screen as a text. It does not scroll, however small the terminal is. */
export async function renderRound(view: RoundView, size: Size, protocol: Protocol): Promise<string> {
  const { round } = view
  const rows: string[] = [dim(oneLine(view.heading, size.columns)), '']
  rows.push(...wrapped(round?.title ?? 'Looking for what to ask next…', size.columns).map(bold))
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

/** The two lines that matter most come last, so that a small terminal still has them. */
function footOf({ round, typed, message, warning }: RoundView, { columns, rows }: Size): readonly string[] {
  const hints = [...(round?.choices.map(({ hint }) => hint) ?? []), ...alwaysKeys, round?.typed ? 'Esc end' : 'q end']
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
    ...(typed ? ['letters: an answer of your own, then Enter', '1 … 9: one of the answers'] : []),
    'Space: skip; costs nothing, and it may be asked again another time',
    'Backspace: go back, and take back what was judged',
    `${typed ? 'Esc' : 'q, Esc'} or Ctrl-C: end; what was judged is kept`,
  ]
}

interface Area extends Size {
  readonly row: number
}

async function renderPictures(view: RoundView, { row, columns, rows }: Area, protocol: Protocol): Promise<string> {
  const pictures = view.round?.pictures ?? []
  const width = Math.floor((columns - gap * (pictures.length - 1)) / Math.max(1, pictures.length))
  if (rows < 2 || width < 4) return ''
  // One row for the caption, and one in case the characters are not as high as assumed.
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
