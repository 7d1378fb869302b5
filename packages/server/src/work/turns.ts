import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work may go on before the event loop gets a turn. */
export const turnMsMax = 10

/** Call it between two steps of long work, and await what it returns: other requests get a turn if it is time for one. */
export function turnIfLong(): Promise<void> | undefined {
  return turnMs() > turnMsMax ? nextTurn() : undefined
}

let turnStartedMs: number | undefined

/** How long this turn of the event loop has taken since somebody first asked. */
function turnMs(): number {
  const nowMs = performance.now()
  if (turnStartedMs === undefined) {
    turnStartedMs = nowMs
    setImmediate(() => {
      turnStartedMs = undefined
    })
  }
  return nowMs - turnStartedMs
}
