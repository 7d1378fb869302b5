import { useSyncExternalStore } from 'react'
import { serviceUrl } from '../api/palate.ts'

const pauseMs = 2_000

let isLost = false
const listeners = new Set<() => void>()

/** Whether the service answers. Once lost, it is asked again and again until it is back. */
export const connection = {
  lost(): void {
    if (isLost) return
    change(true)
    void waitForReturn()
  },
  found(): void {
    if (isLost) change(false)
  },
}

export function useConnectionLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost)
}

/** Called each time that the service answers again. Gives the function that ends it. */
export function onReconnect(then: () => void): () => void {
  return subscribe(() => {
    if (!isLost) then()
  })
}

async function waitForReturn(): Promise<void> {
  while (isLost) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const answer = await fetch(`${serviceUrl}/healthz`, { cache: 'no-store' }).catch(() => undefined)
    if (answer?.ok && isLost) change(false)
  }
}

function change(to: boolean): void {
  isLost = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
