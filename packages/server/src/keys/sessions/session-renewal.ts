import type { Services } from '../../services.ts'
import { renewSession } from './session-store.ts'

/** Renews sessions, each once at a time: a page asks for many pictures at once. A renewal that fails is tried again. */
export class SessionRenewal {
  readonly #services: Pick<Services, 'store' | 'log'>
  readonly #running = new Map<string, Promise<void>>()

  constructor(services: Pick<Services, 'store' | 'log'>) {
    this.#services = services
  }

  renew(hash: string, expiresAt: string): void {
    if (!this.#running.has(hash)) this.#running.set(hash, this.#write(hash, expiresAt))
  }

  /** Resolves when no renewal runs. */
  async drain(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #write(hash: string, expiresAt: string): Promise<void> {
    const { store, log } = this.#services
    try {
      await store.write((db) => renewSession(db, hash, expiresAt), { usesReserve: true })
    } catch (err) {
      log.warn({ err }, 'a session could not be renewed')
    } finally {
      this.#running.delete(hash)
    }
  }
}
