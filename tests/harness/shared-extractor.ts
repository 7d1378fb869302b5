import { createFeatureExtractor, type FeatureExtractor } from '@palate/server/pictures/features/feature-extractor.ts'
import { ScoringUnavailable } from '@palate/server/pictures/picture-faults.ts'
import { realtime, type WorkContext } from '@palate/server/work/work-context.ts'

let shared: Promise<FeatureExtractor> | undefined

/**
 * One feature extractor, with the built-in embedder on one thread, for the services of a test worker: starting its thread
 * is most of the cost of a start. Each service uses it until it stops. Their accounts have different ids, so turns and
 * limits stay apart.
 */
export async function openSharedExtractor(): Promise<FeatureExtractor> {
  shared ??= createFeatureExtractor({ embedder: { kind: 'builtin' }, workers: 1 })
  const extractor = await shared
  const stop = new AbortController()
  const untilStop = ({ signal, ...work }: WorkContext = realtime): WorkContext => ({
    ...work,
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
  })
  return {
    ...extractor,
    get waiting() {
      return extractor.waiting
    },
    get running() {
      return extractor.running
    },
    extract: (bytes, work) => extractor.extract(bytes, untilStop(work)),
    thumbnail: (bytes, side, work) => extractor.thumbnail(bytes, side, untilStop(work)),
    inspect: (bytes, work) => extractor.inspect(bytes, untilStop(work)),
    editable: (bytes, work) => extractor.editable(bytes, untilStop(work)),
    edited: (picture, edits, work) => extractor.edited(picture, edits, untilStop(work)),
    admit: (bytes, work) => extractor.admit(bytes, untilStop(work)),
    close: async () => stop.abort(new ScoringUnavailable('the service is stopping')),
  }
}
