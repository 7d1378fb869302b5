import { createFeatureExtractor, type FeatureExtractor } from '@palate/server/pictures/features/feature-extractor.ts'
import { ScoringUnavailable } from '@palate/server/pictures/picture-faults.ts'
import type { Threads } from '@palate/server/scoring/scoring.ts'
import { type LearningPool, startLearningPool, type Task } from '@palate/server/taste/learning/models.ts'
import { realtime, type WorkContext } from '@palate/server/work/work-context.ts'

/**
 * The threads of the services of a test worker, with the built-in embedder: starting them takes longer than what most
 * tests do with them. Each service uses them until it stops. Their accounts have different ids, so turns and limits
 * stay apart.
 */
export const sharedThreads: Threads = {
  async openExtractor() {
    const extractor = await sharedExtractor()
    const { untilStop, stop } = createStop()
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
      close: stop,
    }
  },
  async startLearningPool(embedder, task) {
    const started = pools.get(task) ?? startLearningPool(embedder)
    pools.set(task, started)
    const pool = await started
    const { untilStop, stop } = createStop()
    return { ...pool, run: (job, options, work) => pool.run(job, options, untilStop(work)), close: stop }
  },
}

let extractor: Promise<FeatureExtractor> | undefined
const pools = new Map<Task, Promise<LearningPool>>()

function sharedExtractor(): Promise<FeatureExtractor> {
  extractor ??= createFeatureExtractor({ embedder: { kind: 'builtin' }, workers: 1 })
  return extractor
}

function createStop() {
  const stopping = new AbortController()
  return {
    untilStop({ signal, ...work }: WorkContext = realtime): WorkContext {
      return { ...work, signal: signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal }
    },
    async stop() {
      stopping.abort(new ScoringUnavailable('the service is stopping'))
    },
  }
}
