import type { Logger } from 'pino'

/**
 * A terminal sends Ctrl-C to every process of its foreground group, and npm and the launcher pass it on, so one key press
 * arrives several times. Repeats within this time are the same wish.
 */
const repeatMsMax = 3_000

/** Resolves when the process is asked to stop. A signal later than `repeatMsMax` after the first ends it at once. */
export function stopAsked(log: Logger): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstMs: number | undefined
    const listeners = (['SIGTERM', 'SIGINT'] as const).map((signal) => {
      const listener = () => {
        firstMs ??= performance.now()
        resolve(signal)
        if (performance.now() - firstMs <= repeatMsMax) return
        log.warn({ signal }, 'asked to stop again: ending at once')
        log.flush()
        for (const remove of listeners) remove()
        process.kill(process.pid, signal)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
  })
}
