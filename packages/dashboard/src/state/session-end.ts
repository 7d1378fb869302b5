import { createExternalStore } from './external-store.ts'

const hasEnded = createExternalStore(false)

/**
 * Whether the session ended while somebody was working: its key was revoked, or it was idle for too long. The page stays
 * as it is, with everything that was typed, and asks for a key.
 */
export const sessionEnd = {
  notice: () => hasEnded.set(true),
  clear: () => hasEnded.set(false),
}

export const useSessionEnded = hasEnded.use
