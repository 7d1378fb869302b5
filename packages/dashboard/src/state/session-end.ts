import { createExternalStore } from './external-store.ts'

const hasEnded = createExternalStore(false)

/**
 * Whether the session ended during use: its key was revoked, or it was idle for too long. The page keeps everything
 * that was typed and asks for a key.
 */
export const sessionEnd = {
  notice: () => hasEnded.set(true),
  clear: () => hasEnded.set(false),
}

export const useSessionEnded = hasEnded.use
