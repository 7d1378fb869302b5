import { createSemaphore } from '../../work/semaphore.ts'
import { untilAborted } from '../../work/until-aborted.ts'
import { ownerOf, realtime, type WorkContext } from '../../work/work-context.ts'

/** The vector of a picture, or why there is none. */
export type Outcome = Float32Array<ArrayBuffer> | Error

interface Options {
  /** Never rejects. Returns an outcome for each picture. */
  readonly embedAll: (pictures: readonly Uint8Array[], traceparent?: string) => Promise<readonly Outcome[]>
  /** In one request. */
  readonly picturesMax: number
  readonly requestsMax: number
  readonly requestsPerAccountMax: number
  readonly waitMs: number
}

/** Of the encoded pictures. A proxy in front of the embedder may refuse larger requests. */
export const bytesPerRequestMax = 8 * 1024 * 1024

interface Waiting extends PromiseWithResolvers<Float32Array<ArrayBuffer>> {
  readonly picture: Uint8Array
  readonly signal: AbortSignal | undefined
  readonly traceparent: string | undefined
}

/** The pictures of an account that wait, and what sends them without waiting longer. */
interface Group {
  readonly waiting: Waiting[]
  readonly sendNow: () => void
}

/**
 * Sends pictures that arrive within a few milliseconds, or while the account's earlier requests are under way, in one
 * request. Accounts share neither requests nor all connections, so that pictures that take the embedder long only delay
 * those of the same account.
 */
export function createPictureBatches({ embedAll, picturesMax, requestsMax, requestsPerAccountMax, waitMs }: Options) {
  const connections = createSemaphore({ max: requestsMax, accountMax: () => requestsPerAccountMax })
  const groups = new Map<string, Group>()

  function openGroup(owner: string, work: WorkContext, waiting: Waiting[] = []): Group {
    const full = Promise.withResolvers<void>()
    const group = { waiting, sendNow: full.resolve }
    groups.set(owner, group)
    const timer = setTimeout(full.resolve, waitMs)
    void full.promise.then(async () => {
      clearTimeout(timer)
      // While no connection is free, more pictures arrive.
      const release = await connections.acquire({ ...work, accountId: owner, signal: undefined })
      const batch = takeBatch(waiting, picturesMax)
      if (waiting.length > 0) openGroup(owner, work, waiting).sendNow()
      else groups.delete(owner)
      await send(batch).finally(release)
    })
    return group
  }

  async function send(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return
    const { traceparent } = batch.find((one) => one.traceparent !== undefined) ?? {}
    const outcomes = await embedAll(
      batch.map(({ picture }) => picture),
      traceparent,
    )
    for (const [i, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[i] as Outcome
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
  }

  return {
    embed(picture: Uint8Array, work: WorkContext = realtime, traceparent?: string): Promise<Float32Array<ArrayBuffer>> {
      const owner = ownerOf(work)
      const { signal } = work
      const one = { ...Promise.withResolvers<Float32Array<ArrayBuffer>>(), picture, signal, traceparent }
      const group = groups.get(owner) ?? openGroup(owner, work)
      group.waiting.push(one)
      if (group.waiting.length >= picturesMax) group.sendNow()
      return untilAborted(one.promise, signal)
    },
    close(reason: Error): void {
      for (const { waiting } of groups.values()) for (const { reject } of waiting.splice(0)) reject(reason)
    },
  }
}

/** Takes the pictures of the next request, without those that nobody waits for any more. */
function takeBatch(waiting: Waiting[], picturesMax: number): readonly Waiting[] {
  const batch: Waiting[] = []
  let bytes = 0
  for (let next = waiting[0]; next && batch.length < picturesMax; next = waiting[0]) {
    bytes += next.picture.byteLength
    if (batch.length > 0 && bytes > bytesPerRequestMax) break
    waiting.shift()
    if (next.signal?.aborted) next.reject(next.signal.reason)
    else batch.push(next)
  }
  return batch
}
