import type { Event } from '@palate/client'
import { newSecret, signedHeaders } from '@palate/server/webhooks/deliveries/send.ts'

export { newSecret }

/** The same timeout that the service gives a receiver. */
const answerMsMax = 15_000

/** How the receiver responded. */
export interface Forwarded {
  readonly status?: number
  readonly error?: string
  readonly durationMs: number
  /** By the rules of the service: 2xx and not a redirect. */
  readonly isAccepted: boolean
}

/** Sends events as the service would, with a new signature. Each is sent once. */
export function createForwarder(address: string, secret: string): (event: Event) => Promise<Forwarded> {
  return async (event) => {
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'palate-listen',
      ...signedHeaders([secret], event.id, Date.now(), body),
    }
    const startedMs = performance.now()
    const durationMs = () => Math.round(performance.now() - startedMs)
    try {
      const signal = AbortSignal.timeout(answerMsMax)
      const response = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal })
      await response.body?.cancel()
      return { status: response.status, durationMs: durationMs(), isAccepted: response.ok }
    } catch (error) {
      return { error: reasonOf(error), durationMs: durationMs(), isAccepted: false }
    }
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
