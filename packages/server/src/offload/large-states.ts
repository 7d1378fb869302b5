import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Dimension } from '@palate/core/taste/scoring-schema.ts'
import { LRUCache } from 'lru-cache'
import type { State } from '../ports/states.ts'
import type { Services } from '../services.ts'
import type { StateInputs } from '../taste/learning/fit-inputs.ts'
import type { LargeStates, OpenState } from '../taste/learning/large-states.ts'
import type { AskedState, Offload } from './offload-thread.ts'

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
 * Has the offload thread build the training sets of large states. It sends the input for models one dimension at a
 * time, and only if the model is not in memory.
 */
export function createLargeStates(
  { clock }: Pick<Services, 'clock'>,
  { call, hold, queue }: Pick<Offload, 'call' | 'hold' | 'queue'>,
  bytesMax = smallProfileBytesMax,
): LargeStates {
  const known = new LRUCache<string, Known>({ max: knownStatesMax })

  /** Asks the thread about a state, when it is the account's turn. */
  async function inTurn<Result>(
    { accountId, reference }: State,
    dimensions: readonly string[],
    signal: AbortSignal | undefined,
    ask: (request: AskedState, leave: () => void) => Promise<Result>,
  ): Promise<Result> {
    const leave = await queue.enter(accountId, { mayWaitLong: true, signal })
    return ask({ reference, dimensions, nowMs: clock().getTime() }, leave).catch((error) => {
      leave()
      throw error
    })
  }

  function openThere(state: State, names: readonly string[], signal?: AbortSignal): Promise<OpenState> {
    return inTurn(state, names, signal, async (request, leave) => {
      const { fingerprint, dimensions } = await call('openState', request, signal)
      const release = hold()
      let pending: Promise<unknown> = Promise.resolve()
      const oneByOne = <Result>(ask: () => Promise<Result>) => {
        const answer = pending.then(ask)
        pending = answer.catch(() => {})
        return answer
      }
      const inputs: StateInputs = {
        profileId: state.profileId,
        fingerprint,
        inputOf: (dimension, person) => oneByOne(() => call('fitInput', { fingerprint, dimension, person })),
        judgesOf: (dimension) => oneByOne(() => call('judges', { fingerprint, dimension })),
      }
      // SQLite's version is read once per turn of the event loop, possibly before the thread's commit.
      await nextTurn()
      return {
        dimensions,
        inputs,
        // Pending inputs come first, because others may need the same model.
        close: () =>
          void pending.then(() => {
            call('closeState', fingerprint).catch(() => {})
            release()
            leave()
          }),
      }
    })
  }

  /** Reopened only if a model is no longer in memory. */
  function reopen(state: State, key: string, { fingerprint, dimensions }: Known, names: readonly string[]): OpenState {
    let opening: Promise<OpenState> | undefined
    const openInputs = async () => {
      opening ??= openThere(state, names)
      const { inputs } = await opening
      if (inputs.fingerprint === fingerprint) return inputs
      known.delete(key)
      throw new Error('the pictures of the state were just read again')
    }
    return {
      dimensions: [...new Set(names)].flatMap((name) => dimensions.get(name) ?? []),
      inputs: {
        profileId: state.profileId,
        fingerprint,
        inputOf: async (dimension, person) => (await openInputs()).inputOf(dimension, person),
        judgesOf: async (dimension) => (await openInputs()).judgesOf(dimension),
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
      await inTurn(state, names, undefined, (request, leave) => call('checkDimensions', request).then(leave))
      return true
    },
    async describeTaste(state, signal) {
      if (state.bytes <= bytesMax) return undefined
      return inTurn(state, [], signal, (request, leave) => call('describeTaste', request, signal).finally(leave))
    },
  }
}

function hasAll({ dimensions }: Known, names: readonly string[]): boolean {
  return names.every((name) => dimensions.has(name))
}
