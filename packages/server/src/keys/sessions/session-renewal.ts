import type { KeySession } from '@palate/core/keys/access.ts'
import type { Services } from '../../services.ts'
import { renewSession } from './session-store.ts'

type Renewed = Pick<KeySession, 'accountId' | 'session'>

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

  renew(session: Renewed, expiresAt: string): void {
    const { session: hash } = session
    if (!this.#running.has(hash)) this.#running.set(hash, this.#write(session, expiresAt))
  }

  /** Resolves when no renewal is running. */
  async drain(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #write({ accountId, session: hash }: Renewed, expiresAt: string): Promise<void> {
    const { store, log } = this.#services
    try {
      await store.write((db) => renewSession(db, accountId, hash, expiresAt), { usesReserve: true })
    } catch (err) {
      log.warn({ err }, 'could not renew a session')
    } finally {
      this.#running.delete(hash)
    }
  }
}
