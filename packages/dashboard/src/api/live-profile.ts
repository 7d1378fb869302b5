import { useEffect } from 'react'
import { onReconnect } from '../state/connection.ts'
import { palate } from './palate.ts'
import { knownProfile, profileKey } from './profile.ts'
import { noticeError, queries } from './queries.ts'
import { useMay } from './session.ts'

/** Changes in quick succession are read together. */
const pauseMs = 300
/** For this page's own changes, so that several quick judgements are read together. */
const ownPauseMs = 1_000

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** After a change of this page. Its event comes too: whichever is first reads the profile for both. */
export function readAgainSoon(profileId: string, afterMs = ownPauseMs): void {
  clearTimeout(timers.get(profileId))
  const readAgain = () => void queries.invalidateQueries({ queryKey: profileKey(profileId) })
  timers.set(profileId, setTimeout(readAgain, afterMs))
}

/**
 * Reads the profile again whenever anyone changes it. A hidden tab does not listen, because browsers allow few
 * connections per host; it reads the profile when it is shown again.
 */
export function useLiveProfile(profileId: string): void {
  const mayListen = useMay('read')
  useEffect(() => {
    if (!mayListen) return
    let listening: AbortController | undefined
    const listen = () => {
      listening?.abort()
      listening = new AbortController()
      const { signal } = listening
      follow(profileId, signal).catch((error) => {
        if (!signal.aborted) noticeError(error)
      })
    }
    const changeVisibility = () => {
      if (document.visibilityState === 'hidden') return listening?.abort()
      listen()
      readAgainSoon(profileId, 0)
    }
    listen()
    const stopReconnecting = onReconnect(listen)
    document.addEventListener('visibilitychange', changeVisibility)
    return () => {
      listening?.abort()
      stopReconnecting()
      document.removeEventListener('visibilitychange', changeVisibility)
    }
  }, [profileId, mayListen])
}

/** `profile.updated` comes with every change, before the more specific events. */
async function follow(profileId: string, signal: AbortSignal): Promise<void> {
  for await (const { type, data } of palate.events.tail({ type: 'profile.*', signal })) {
    if (!('profileId' in data) || data.profileId !== profileId) continue
    const isNews =
      'updatedAt' in data
        ? String(data.updatedAt) > (knownProfile(profileId)?.updatedAt ?? '')
        : type === 'profile.deleted'
    if (isNews) readAgainSoon(profileId, pauseMs)
  }
}
