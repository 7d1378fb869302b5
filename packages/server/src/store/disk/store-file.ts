import { statSync } from 'node:fs'
import type { ReadinessCheck } from '../../platform/readiness.ts'
import { type StoreLog, StoreUnavailableError } from '../store.ts'

const advice = 'the file of the store was removed or replaced while this process had it open: restart the process'

export interface StoreFile {
  /** Throws if the path names another file than the one that this process has open, or none. */
  refuseIfReplaced(): void
  readonly check: ReadinessCheck
}

/**
 * Somebody may move the file of a running store away, or restore another one in its place. What the process wrote from
 * then on would be lost, and its sweep would remove the pictures of the new store, which it does not know.
 */
export function watchStoreFile(path: string, log: StoreLog): StoreFile {
  const opened = statSync(path)
  let isReported = false

  function isReplaced(): boolean {
    const found = statSync(path, { throwIfNoEntry: false })
    const isSame = found?.ino === opened.ino && found.dev === opened.dev
    if (!isSame && !isReported) log.error({ path }, advice)
    isReported = !isSame
    return !isSame
  }

  return {
    refuseIfReplaced() {
      if (isReplaced()) throw new StoreUnavailableError('replaced', advice)
    },
    check: { name: 'file', concerns: 'process', check: async () => (isReplaced() ? advice : undefined) },
  }
}
