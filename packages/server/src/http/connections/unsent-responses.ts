import type { ServerResponse } from 'node:http'
import { networkOf } from '../authentication/networks.ts'

/** How much of their responses all clients together may leave unread in this process's memory. */
export const unsentBytesMax = 256 * 1024 * 1024
/** Smaller responses are not counted: the limit on connections bounds them well enough. */
export const smallResponseBytesMax = 16 * 1024

interface Unsent {
  readonly response: ServerResponse
  readonly bytes: number
}

/**
 * Counts the bytes of large responses until they have been handed to the operating system. Past the limit, closes the
 * connections of the network with the most unread bytes, oldest response first, until the total is within the limit.
 */
export function createUnsentResponses(onClosed: (address: string, bytes: number) => void, bytesMax = unsentBytesMax) {
  const byNetwork = new Map<string, Set<Unsent>>()
  let total = 0

  function remove(network: string, unsent: Unsent): void {
    const responses = byNetwork.get(network)
    if (!responses?.delete(unsent)) return
    total -= unsent.bytes
    if (responses.size === 0) byNetwork.delete(network)
  }

  function closeOne(): void {
    const [network, responses] = [...byNetwork].reduce((most, one) => (sizeOf(one[1]) > sizeOf(most[1]) ? one : most))
    const [oldest] = responses
    if (!oldest) return
    remove(network, oldest)
    onClosed(network, oldest.bytes)
    oldest.response.destroy()
  }

  return {
    get total(): number {
      return total
    },
    add(response: ServerResponse, address: string, bytes: number): void {
      const unsent = { response, bytes }
      const network = networkOf(address)
      const responses = byNetwork.get(network) ?? new Set()
      byNetwork.set(network, responses.add(unsent))
      total += bytes
      response.once('close', () => remove(network, unsent))
      while (total > bytesMax) closeOne()
    },
  }
}

function sizeOf(responses: Iterable<Unsent>): number {
  let size = 0
  for (const { bytes } of responses) size += bytes
  return size
}
