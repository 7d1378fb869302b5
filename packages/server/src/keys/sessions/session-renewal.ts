import type { Services } from '../../services.ts'
import { renewSession } from './session-store.ts'

/**
 * Renews sessions, one renewal per session at a time, because a page requests many pictures at once. Failures are
 * retried.
 */
export class SessionRenewal {
  readonly #services: Pick<Services, 'store' | 'log'>
  readonly #running = new Map<string, Promise<void>>()

  constructor(services: Pick<Services, 'store' | 'log'>) {
    this.#services = services
  }

  renew(hash: string, expiresAt: string): void {
    if (!this.#running.has(hash)) this.#running.set(hash, this.#write(hash, expiresAt))
  }

  /** Resolves when no renewal is running. */
  async drain(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #write(hash: string, expiresAt: string): Promise<void> {
    const { store, log } = this.#services
    try {
      await store.write((db) => renewSession(db, hash, expiresAt), { usesReserve: true })
    } catch (err) {
      log.warn({ err }, 'could not renew a session')
    } finally {
      this.#running.delete(hash)
    }
  }
}
