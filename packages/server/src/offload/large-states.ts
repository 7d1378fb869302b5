import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import { LRUCache } from 'lru-cache'
import type { State } from '../ports/states.ts'
import type { Services } from '../services.ts'
import type { LargeStates, OpenState } from '../taste/learning/large-states.ts'
import { receiveInputs } from './fit-input-port.ts'
import type { OffloadThreads } from './open-offload.ts'

/** A larger profile is read on an offload thread: this many bytes of constraint answers take about 25 ms. */
export const smallProfileBytesMax = 64 * 1024
/** Number of large states whose fingerprints and dimensions are remembered. */
const knownStatesMax = 200

interface Known {
  readonly derivedRevision: number
  readonly fingerprint: string
  readonly dimensions: ReadonlyMap<string, Dimension>
}

/**
 * Has an offload thread build the training sets of large states. It sends the input for models one dimension at a time,
 * and only if the model is not in memory.
 */
export function createLargeStates(
  { clock }: Pick<Services, 'clock'>,
  { call, long }: Pick<OffloadThreads, 'call' | 'long'>,
  bytesMax = smallProfileBytesMax,
): LargeStates {
  const known = new LRUCache<string, Known>({ max: knownStatesMax })

  async function openThere(
    { accountId, profileId, reference }: State,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<OpenState> {
    const leave = await long.enter(accountId, 0, signal)
    const asked = { reference, dimensions: names, nowMs: clock().getTime() }
    const { fingerprint, dimensions, inputs } = await call('openState', asked, signal).catch((error) => {
      leave()
      throw error
    })
    inputs.once('close', leave)
    const opened = { dimensions, ...receiveInputs(inputs, { profileId, fingerprint }) }
    // SQLite's version is read once per turn of the event loop, possibly before the thread's commit.
    await nextTurn()
    return opened
  }

  /** Reopened only if a model is no longer in memory. */
  function reopen(state: State, key: string, { fingerprint, dimensions }: Known, names: readonly string[]): OpenState {
    let opening: Promise<OpenState> | undefined
    return {
      dimensions: [...new Set(names)].flatMap((name) => dimensions.get(name) ?? []),
      inputs: {
        profileId: state.profileId,
        fingerprint,
        async inputOf(dimension) {
          opening ??= openThere(state, names)
          const { inputs } = await opening
          if (inputs.fingerprint === fingerprint) return inputs.inputOf(dimension)
          known.delete(key)
          throw new Error('the pictures of the state were just read again')
        },
      },
      close: () => void opening?.then(({ close }) => close()).catch(() => {}),
    }
  }

  return {
    async open(state, names, signal) {
      if (state.bytes <= bytesMax) return undefined
      // The key of uncommitted elements is known only after all of them have been read.
      const key = state.reference.working === null ? `${state.profileId}/${await state.key()}` : undefined
      const before = key === undefined ? undefined : known.get(key)
      if (key !== undefined && before && before.derivedRevision >= state.derivedRevision && hasAll(before, names)) {
        return reopen(state, key, before, names)
      }
      const opened = await openThere(state, names, signal)
      const { fingerprint } = opened.inputs
      const dimensions = new Map(opened.dimensions.map((dimension) => [dimension.name, dimension]))
      if (key !== undefined) known.set(key, { derivedRevision: state.derivedRevision, fingerprint, dimensions })
      return opened
    },
    async checkDimensions(state, names) {
      if (state.bytes <= bytesMax) return false
      const { accountId, reference } = state
      const leave = await long.enter(accountId, 0)
      await call('checkDimensions', { reference, dimensions: names, nowMs: clock().getTime() }).finally(leave)
      return true
    },
    async describeTaste(state, signal) {
      if (state.bytes <= bytesMax) return undefined
      const { accountId, reference } = state
      const leave = await long.enter(accountId, 0, signal)
      const asked = { reference, dimensions: [], nowMs: clock().getTime() }
      return call('describeTaste', asked, signal).finally(leave)
    },
  }
}

function hasAll({ dimensions }: Known, names: readonly string[]): boolean {
  return names.every((name) => dimensions.has(name))
}
