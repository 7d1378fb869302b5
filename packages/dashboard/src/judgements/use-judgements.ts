import { type Budget, isPalateError } from '@palate/client'
import { isTransientError, type JudgementQueueState, type JudgementStorage } from '@palate/client/judgement-queue.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { readAgainSoon } from '../api/live-profile.ts'
import { noticeError } from '../api/queries.ts'
import { knownPerson } from '../api/session.ts'
import { connection, onReconnect } from '../state/connection.ts'
import type { Judgement } from './judgement.ts'
import { ProfileJudgements } from './profile-judgements.ts'
import { sendJudgement } from './send-judgement.ts'

/** One queue per profile taught since the page was loaded. Queues outlive the pages that fill them. */
const open = new Map<string, ProfileJudgements>()

export function useJudgements(profileId: string): {
  queue: ProfileJudgements
  state: JudgementQueueState<Judgement, Budget>
} {
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

function queueOf(profileId: string): ProfileJudgements {
  const known = open.get(profileId)
  if (known) return known
  const queue = new ProfileJudgements({
    send: (judgement) => send(profileId, judgement),
    // After an ended session, continue at the next sign-in.
    isTransient: (error) => isTransientError(error) || (isPalateError(error) && error.status === 401),
    storage: tabStorage(profileId),
    firstPauseMs: 1_000,
  })
  let waitingBefore = 0
  queue.subscribe(() => {
    const { length } = queue.state().waiting
    // A judgement that was only added here has not changed the profile yet.
    if (length < waitingBefore) readAgainSoon(profileId)
    waitingBefore = length
  })
  onReconnect(() => queue.wake())
  open.set(profileId, queue)
  queue.start()
  return queue
}

async function send(profileId: string, judgement: Judgement): Promise<Budget> {
  try {
    const budget = await sendJudgement(profileId, judgement)
    connection.found()
    return budget
  } catch (error) {
    noticeError(error)
    throw error
  }
}

/** Only for this tab and for who judged it, and only until the service has stored it. */
function tabStorage(profileId: string): JudgementStorage<Judgement> {
  const person = knownPerson()
  const name = ['palate.waiting', profileId, ...(person ? [person.id] : [])].join('.')
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(name) ?? '[]') as readonly Judgement[]
      } catch {
        return []
      }
    },
    write(waiting) {
      try {
        if (waiting.length === 0) sessionStorage.removeItem(name)
        else sessionStorage.setItem(name, JSON.stringify(waiting))
      } catch {
        // Without storage they are still sent while the page is open.
      }
    },
  }
}
