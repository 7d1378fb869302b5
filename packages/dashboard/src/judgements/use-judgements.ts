import { type Budget, isPalateError } from '@palate/client'
import { useEffect, useSyncExternalStore } from 'react'
import { palate } from '../api/palate.ts'
import { profileKey } from '../api/profile.ts'
import { noticeError, queries } from '../api/queries.ts'
import { connection, onReconnect } from '../state/connection.ts'
import type { Judgement } from './judgement.ts'
import { JudgementQueue, type QueueState } from './judgement-queue.ts'

const firstPauseMs = 1_000
const pauseMsMax = 15_000
const readAgainAfterMs = 1_000

/** One queue for each profile that was taught since the page was loaded: they outlive the pages that fill them. */
const open = new Map<string, JudgementQueue<Budget>>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export function useJudgements(profileId: string): { queue: JudgementQueue<Budget>; state: QueueState<Budget> } {
  const queue = queueOf(profileId)
  const state = useSyncExternalStore(queue.subscribe, queue.state)
  const isWaiting = state.waiting.length > 0
  useEffect(() => {
    if (!isWaiting) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isWaiting])
  return { queue, state }
}

function queueOf(profileId: string): JudgementQueue<Budget> {
  const known = open.get(profileId)
  if (known) return known
  const queue = new JudgementQueue<Budget>({
    send: (judgement) => send(profileId, judgement),
    isPassing,
    pause: (attempt) =>
      new Promise((resolve) => setTimeout(resolve, Math.min(firstPauseMs * 2 ** attempt, pauseMsMax))),
    kept: readKept(profileId),
    keep: (waiting) => writeKept(profileId, waiting),
  })
  queue.subscribe(() => readAgainSoon(profileId))
  onReconnect(() => queue.wake())
  open.set(profileId, queue)
  return queue
}

/** Not after each judgement of a quick hand: once it rests. */
function readAgainSoon(profileId: string): void {
  clearTimeout(timers.get(profileId))
  const readAgain = () => void queries.invalidateQueries({ queryKey: profileKey(profileId) })
  timers.set(profileId, setTimeout(readAgain, readAgainAfterMs))
}

async function send(profileId: string, judgement: Judgement): Promise<Budget> {
  try {
    const budget = judgement.kind === 'add' ? await add(profileId, judgement) : await remove(profileId, judgement)
    connection.found()
    return budget
  } catch (error) {
    noticeError(error)
    throw error
  }
}

async function add(profileId: string, { key, annotations }: Judgement & { kind: 'add' }): Promise<Budget> {
  const { budget } = await palate.annotations.add(profileId, annotations, { idempotencyKey: key, retries: 0 })
  return budget
}

/** One that is gone was removed by an attempt whose answer was lost, or was committed or removed by somebody else. */
async function remove(profileId: string, { elementIds }: Judgement & { kind: 'remove' }): Promise<Budget> {
  let budget: Budget | undefined
  for (const elementId of elementIds) {
    try {
      ;({ budget } = await palate.annotations.remove(profileId, elementId, { retries: 0 }))
    } catch (error) {
      if (!isPalateError(error, 'annotation_not_found')) throw error
    }
  }
  return budget ?? (await palate.profiles.get(profileId, { snapshots: 'omit' })).profileData.budget
}

function isPassing(error: unknown): boolean {
  if (!isPalateError(error)) return false
  const { status } = error
  return status === 0 || status === 401 || status === 429 || status >= 500
}

function storageName(profileId: string): string {
  return `palate.waiting.${profileId}`
}

/** Only for this tab, and only until the service has it. */
function writeKept(profileId: string, waiting: readonly Judgement[]): void {
  try {
    if (waiting.length === 0) sessionStorage.removeItem(storageName(profileId))
    else sessionStorage.setItem(storageName(profileId), JSON.stringify(waiting))
  } catch {
    // A browser that keeps nothing still sends them as long as the page is open.
  }
}

function readKept(profileId: string): readonly Judgement[] {
  try {
    return JSON.parse(sessionStorage.getItem(storageName(profileId)) ?? '[]') as readonly Judgement[]
  } catch {
    return []
  }
}
