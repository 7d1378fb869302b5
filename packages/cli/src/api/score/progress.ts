import { bar, barWidth } from '../../terminal/text.ts'

interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** For a command that is to be quiet. */
export const noScreen: Screen = { write: () => undefined }

const redrawEveryMs = 100
/** Before this, the rate is unreliable. */
const rateAfterMs = 1000

/** A progress bar on the terminal with count, rate and time left. Prints nothing to a pipe. */
export function createProgress(
  total: number,
  screen: Screen = process.stderr,
  now: () => number = () => performance.now(),
) {
  const isShown = screen.isTTY === true && process.env.TERM !== 'dumb'
  const startedMs = now()
  let done = 0
  let drawnMs = Number.NEGATIVE_INFINITY
  const draw = () => {
    drawnMs = now()
    screen.write(`\r${progressLine(done, total, now() - startedMs, screen.columns || undefined)}\u001b[K`)
  }
  if (isShown) draw()
  return {
    add: (count: number): void => {
      done += count
      if (isShown && now() - drawnMs >= redrawEveryMs) draw()
    },
    end: (): void => {
      if (isShown) screen.write('\r\u001b[K')
    },
  }
}

/** Shows as much as fits into one line: a longer one would wrap, and drawing over it would leave lines behind. */
export function progressLine(
  done: number,
  total: number,
  elapsedMs: number,
  columns = Number.POSITIVE_INFINITY,
): string {
  const count = `${done} of ${total}`
  const rate = rateOf(done, total, elapsedMs)
  const width = barWidth(columns)
  const drawn = width === 0 ? count : `${bar(done / total, width)} ${count}`
  return [`${drawn}${rate}`, `${count}${rate}`, count].find((line) => line.length < columns) ?? ''
}

function rateOf(done: number, total: number, elapsedMs: number): string {
  if (done === 0 || elapsedMs < rateAfterMs) return ''
  const perSecond = done / (elapsedMs / 1000)
  const rate = perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toFixed(1)
  return `  ${rate}/s  ${timeLeft((total - done) / perSecond)} left`
}

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
