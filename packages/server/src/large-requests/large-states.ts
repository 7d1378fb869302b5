import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import { LRUCache } from 'lru-cache'
import type { State } from '../ports/states.ts'
import type { LargeStates, OpenState } from '../scoring/learning/large-states.ts'
import type { Services } from '../services.ts'
import type { OpenRequestThread } from './open-request-thread.ts'
import { openConversation } from './state-conversation.ts'

/** A larger profile is read on the request thread: this many bytes of constraint answers take about 25 ms. */
export const smallProfileBytesMax = 64 * 1024
/** Number of large states whose fingerprints and dimensions are remembered. */
const knownStatesMax = 200

interface Known {
  readonly derivedRevision: number
  readonly fingerprint: string
  readonly dimensions: ReadonlyMap<string, Dimension>
}

/**
 * Has the request thread build the training sets of large states. The thread sends the input for models one dimension
 * at a time, and only if the model is not in memory.
 */
export function createLargeStates(
  { clock }: Pick<Services, 'clock'>,
  thread: OpenRequestThread,
  bytesMax = smallProfileBytesMax,
): LargeStates {
  const known = new LRUCache<string, Known>({ max: knownStatesMax })

  async function ask(state: State, dimensions: readonly string[], learns: boolean, signal?: AbortSignal) {
    const leave = await thread.long.enter(state.accountId, 0, signal)
    const port = thread.ask({ reference: state.reference, dimensions, learns, nowMs: clock().getTime() })
    port.once('close', leave)
    const conversation = await openConversation(port, signal)
    // SQLite's version is read once per turn of the event loop, possibly before the thread's commit.
    await nextTurn()
    return conversation
  }

  /** Reopened only if a model is no longer in memory. */
  function reopen(state: State, name: string, { fingerprint, dimensions }: Known, asked: readonly string[]): OpenState {
    let opening: ReturnType<typeof ask> | undefined
    return {
      dimensions: [...new Set(asked)].flatMap((one) => dimensions.get(one) ?? []),
      inputs: {
        fingerprint,
        async inputOf(dimension) {
          opening ??= ask(state, asked, true)
          const { opened, inputOf } = await opening
          if (opened.fingerprint === fingerprint) return inputOf(dimension)
          known.delete(name)
          throw new Error('the pictures of the state were just read again')
        },
      },
      close: () => void opening?.then(({ close }) => close()).catch(() => {}),
    }
  }

  return {
    async open(state, asked, signal) {
      if (state.bytes <= bytesMax) return undefined
      // The key of uncommitted elements is known only after all of them have been read.
      const name = state.reference.working === null ? `${state.profileId}/${await state.key()}` : undefined
      const before = name === undefined ? undefined : known.get(name)
      if (name !== undefined && before && before.derivedRevision >= state.derivedRevision && hasAll(before, asked)) {
        return reopen(state, name, before, asked)
      }
      const { opened, inputOf, close } = await ask(state, asked, true, signal)
      const { fingerprint, dimensions } = opened
      const byName = new Map(dimensions.map((dimension) => [dimension.name, dimension]))
      if (name !== undefined)
        known.set(name, { derivedRevision: state.derivedRevision, fingerprint, dimensions: byName })
      return { dimensions, inputs: { fingerprint, inputOf }, close }
    },
    async checkDimensions(state, dimensions) {
      if (state.bytes <= bytesMax) return false
      ;(await ask(state, dimensions, false)).close()
      return true
    },
  }
}

function hasAll({ dimensions }: Known, asked: readonly string[]): boolean {
  return asked.every((name) => dimensions.has(name))
}
