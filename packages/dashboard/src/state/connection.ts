import { serviceUrl } from '../api/palate.ts'
import { createExternalStore } from './external-store.ts'

const pauseMs = 2_000

const isLost = createExternalStore(false)

/** Whether the service answers. While it does not, this polls it. */
export const connection = {
  lost(): void {
    if (isLost.get()) return
    isLost.set(true)
    void waitForReturn()
  },
  found(): void {
    isLost.set(false)
  },
}

export const useConnectionLost = isLost.use

/** Calls `then` each time the service answers again. Returns the function that unsubscribes. */
export function onReconnect(then: () => void): () => void {
  return isLost.subscribe(() => {
    if (!isLost.get()) then()
  })
}

async function waitForReturn(): Promise<void> {
  while (isLost.get()) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (await isAnswering()) isLost.set(false)
  }
}

export async function isAnswering(): Promise<boolean> {
  const answer = await fetch(`${serviceUrl}/healthz`, { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok ?? false
}
