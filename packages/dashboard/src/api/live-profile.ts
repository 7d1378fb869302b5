import { useEffect } from 'react'
import { onReconnect } from '../state/connection.ts'
import { palate } from './palate.ts'
import { profileKey } from './profile.ts'
import { noticeError, queries } from './queries.ts'
import { useMay } from './session.ts'

/** Changes in quick succession are read together. */
const pauseMs = 300

/**
 * Reads the profile again whenever anyone changes it. A hidden tab does not listen, because browsers allow few
 * connections per host; it reads the profile when it is shown again.
 */
export function useLiveProfile(profileId: string): void {
  const mayListen = useMay('read')
  useEffect(() => {
    if (!mayListen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let listening: AbortController | undefined
    const readAgain = () => void queries.invalidateQueries({ queryKey: profileKey(profileId) })
    const listen = () => {
      listening?.abort()
      listening = new AbortController()
      const { signal } = listening
      follow(profileId, signal, () => {
        clearTimeout(timer)
        timer = setTimeout(readAgain, pauseMs)
      }).catch((error) => {
        if (!signal.aborted) noticeError(error)
      })
    }
    const changeVisibility = () => {
      if (document.visibilityState === 'hidden') return listening?.abort()
      listen()
      readAgain()
    }
    listen()
    const stopReconnecting = onReconnect(listen)
    document.addEventListener('visibilitychange', changeVisibility)
    return () => {
      clearTimeout(timer)
      listening?.abort()
      stopReconnecting()
      document.removeEventListener('visibilitychange', changeVisibility)
    }
  }, [profileId, mayListen])
}

async function follow(profileId: string, signal: AbortSignal, onChange: () => void): Promise<void> {
  for await (const { data } of palate.events.tail({ type: 'profile.*', signal })) {
    if ('profileId' in data && data.profileId === profileId) onChange()
  }
}
