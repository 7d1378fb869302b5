import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

/**
 * Whether the session ended while somebody was working: its key was revoked, or it was not used for long. The page stays
 * as it is, with all that was typed, and asks for a key.
 */
export const sessionEnd = {
  notice(): void {
    change(true)
  },
  clear(): void {
    change(false)
  },
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => hasEnded)
}

function change(to: boolean): void {
  if (hasEnded === to) return
  hasEnded = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
