import { bar } from '../../terminal/text.ts'

interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

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
    screen.write(`\r${progressLine(done, total, now() - startedMs)}\u001b[K`)
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

export function progressLine(done: number, total: number, elapsedMs: number): string {
  const head = `${bar(done / total)} ${done} of ${total}`
  if (done === 0 || elapsedMs < rateAfterMs) return head
  const perSecond = done / (elapsedMs / 1000)
  const rate = perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toFixed(1)
  return `${head}  ${rate}/s  ${timeLeft((total - done) / perSecond)} left`
}

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
