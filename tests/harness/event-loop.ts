/** The number of event-loop iterations during the work: other requests can be served in each of them. */
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
 * The most processor time that this thread uses between two event-loop iterations during the work, which is how long
 * others wait. Not wall-clock time, which depends on the machine's load.
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
  // Work that never yields ends before the timer.
  look()
  clearTimeout(next)
  return longestMs
}

/** `longestHoldMs` as a part of the processor time that this thread uses for the work. */
export async function longestHoldShare(work: () => Promise<unknown>): Promise<number> {
  const startedMs = usedMs()
  const holdMs = await longestHoldMs(work)
  return holdMs / (usedMs() - startedMs)
}

/** Like `longestHoldMs`, but the average of all iterations, which a single pause of the garbage collector hardly changes. */
export async function averageHoldMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = usedMs()
  const turns = await turnsDuring(work)
  return (usedMs() - startedMs) / turns
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
