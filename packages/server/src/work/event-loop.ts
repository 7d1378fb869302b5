import { createFairQueue, type QueueItem } from './fair-queue.ts'
import { ownerOf, realtime, type WorkContext } from './work-context.ts'

/** How long the steps of all tasks together may run before yielding to the event loop. */
export const yieldAfterMs = 5
/**
 * Turns between two tasks, unless what arrives in them takes as long as a task. Each turn accepts one new connection,
 * so a client that opens hundreds would otherwise delay those of others by as many tasks.
 */
export const turnsBetweenTasks = 16

interface Waiter extends QueueItem {
  readonly start: () => void
}

const waiting = createFairQueue<Waiter>()
/** Undefined until the first call in this turn of the event loop. */
let turnStartedMs: number | undefined
/** The task that was resumed in this turn, if any. */
let resumed: Waiter | undefined
/** The turns since the latest task, and when they began. */
let between = { turns: 0, sinceMs: 0 }

/**
 * Call it right before each step of long work, and await the result if it is a promise. Once the steps of this turn of
 * the event loop have taken 5 ms, tasks wait. Later turns resume one of them at a time for another 5 ms of steps. Accounts
 * take turns by the time they use, so an account waits for about one turn, however many tasks another one has. Work
 * without an account, such as an SQLite statement, is short and waits only when the time is up.
 */
export function yieldIfLong(work: WorkContext = realtime): Promise<void> | undefined {
  const owner = ownerOf(work)
  const isInTime = turnMs() <= yieldAfterMs
  if (isInTime && (waiting.size === 0 || owner === '' || owner === resumed?.accountId)) return undefined
  return new Promise((start) => {
    waiting.add({ accountId: owner, lane: '', costMs: yieldAfterMs, arrivedAt: performance.now(), start })
  })
}

/** How long this turn of the event loop has taken since the first call. */
function turnMs(): number {
  const nowMs = performance.now()
  if (turnStartedMs === undefined) beginTurn(nowMs)
  return nowMs - (turnStartedMs ?? nowMs)
}

function beginTurn(nowMs: number): void {
  turnStartedMs = nowMs
  // Both run in the same turn, and the task that the first one resumes runs between them.
  setImmediate(resumeNext)
  setImmediate(settle)
}

function resumeNext(): void {
  turnStartedMs = undefined
  const nowMs = performance.now()
  if (between.turns === 0) between.sinceMs = nowMs
  between.turns += 1
  const isTaskDue = between.turns > turnsBetweenTasks || nowMs - between.sinceMs >= yieldAfterMs
  resumed = isTaskDue ? waiting.take(() => true, nowMs) : undefined
  if (waiting.size > 0 || resumed) beginTurn(nowMs)
  if (!resumed) return
  between = { turns: 0, sinceMs: nowMs }
  resumed.start()
}

function settle(): void {
  if (resumed && turnStartedMs !== undefined) waiting.settle(resumed, performance.now() - turnStartedMs)
}
