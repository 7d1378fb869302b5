import { setTimeout as pause } from 'node:timers/promises'
import { type Event, isPalateError, type Palate } from '@palate/client'
import { printWarning } from '../../output.ts'

const emptyLogEveryMs = 500
const tryAgainMs = 2_000
const pageLimit = 1000

interface FollowOptions {
  readonly signal: AbortSignal
  /** Start with events since this time; by default, with new events. */
  readonly sinceMs?: number
  readonly project?: string | undefined
  /** Called once no event can be missed any more. */
  onReady(): void
}

/** Events in order, through any outage of the service, until the signal is aborted. */
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
      printWarning(`${(error as Error).message}; retrying`)
      await pause(tryAgainMs, undefined, { signal }).catch(() => {})
    }
    if (signal.aborted) return
  }
}

/**
 * The event to start after, or the first event itself. A tail that starts without either would miss events while the
 * connection is lost. So while the log is empty, this polls for its first event.
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
    // Everything in a log that was empty is new.
    cutoffMs = Number.NEGATIVE_INFINITY
    await pause(emptyLogEveryMs, undefined, { signal })
  }
}

/** The newest event before a time, else the oldest event; undefined if there is none. */
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

/** A service that restarts comes back; a refusal is final. */
function isRefusal(error: unknown): boolean {
  return !isPalateError(error) || (error.status >= 400 && error.status < 500 && error.status !== 429)
}
