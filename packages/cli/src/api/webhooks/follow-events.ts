import { setTimeout as pause } from 'node:timers/promises'
import { type Event, isPalateError, type Palate } from '@palate/client'
import { complain } from '../../output.ts'

const emptyLogEveryMs = 500
const tryAgainMs = 2_000
const pageLimit = 1000

interface FollowOptions {
  readonly signal: AbortSignal
  /** Begin with events of this time on; with what happens from now on unless set. */
  readonly sinceMs?: number
  readonly project?: string | undefined
  /** Called once nothing can be missed any more. */
  onReady(): void
}

/** Events in their order without end, through any outage of the service; ends when the signal is aborted. */
export async function* followEvents(palate: Palate, options: FollowOptions): AsyncGenerator<Event> {
  const { signal, onReady } = options
  let after: string | undefined
  for (;;) {
    try {
      if (after === undefined) {
        const start = await findStart(palate, options, onReady)
        if ('event' in start) yield start.event
        after = 'event' in start ? start.event.id : start.after
      }
      for await (const event of palate.events.tail({ ...inProject(options), after, signal })) {
        after = event.id
        yield event
      }
    } catch (error) {
      if (signal.aborted) return
      if (isRefusal(error)) throw error
      complain(`${(error as Error).message}; trying again`)
      await pause(tryAgainMs, undefined, { signal }).catch(() => {})
    }
    if (signal.aborted) return
  }
}

/**
 * The event to begin after, or the first event itself. A tail that begins without either would miss what happens while
 * the connection is lost. So as long as the log is empty, it is asked for its first event.
 */
async function findStart(
  palate: Palate,
  options: FollowOptions,
  onReady: () => void,
): Promise<{ readonly after: string } | { readonly event: Event }> {
  const { signal } = options
  let cutoffMs = options.sinceMs ?? Number.POSITIVE_INFINITY
  for (let isFirst = true; ; isFirst = false) {
    const found = await newestBefore(palate, options, cutoffMs)
    if (isFirst) onReady()
    if (found) return found
    // All that comes into an empty log is new.
    cutoffMs = Number.NEGATIVE_INFINITY
    await pause(emptyLogEveryMs, undefined, { signal })
  }
}

/** The newest event before a time; the oldest of all if every one is later; undefined if there is none. */
async function newestBefore(palate: Palate, options: FollowOptions, cutoffMs: number) {
  const { signal } = options
  const limit = cutoffMs === Number.POSITIVE_INFINITY ? 1 : pageLimit
  let oldest: Event | undefined
  for await (const event of palate.events.list({ ...inProject(options), limit }, { signal })) {
    if (Date.parse(event.timestamp) < cutoffMs) return { after: event.id }
    oldest = event
  }
  return oldest && { event: oldest }
}

function inProject({ project }: FollowOptions) {
  return project === undefined ? {} : { projectId: project }
}

/** A service that restarts comes back; a refusal stays one. */
function isRefusal(error: unknown): boolean {
  return !isPalateError(error) || (error.status >= 400 && error.status < 500 && error.status !== 429)
}
