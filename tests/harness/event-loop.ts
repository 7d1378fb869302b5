/** How many turns of the event loop pass while the work is done: others can be served in each of them. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const turn = () => {
    turns += 1
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await work()
  clearImmediate(next)
  return turns
}

/**
 * The most processor time that this thread uses between two turns of its event loop while the work is done: others wait
 * that long. Not the time of the clock, which depends on what else the machine does.
 */
export async function longestHoldMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0
  let lastMs = usedMs()
  const look = () => {
    const nowMs = usedMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
    next = setTimeout(look, 1)
  }
  let next = setTimeout(look, 1)
  await work()
  clearTimeout(next)
  return longestMs
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
