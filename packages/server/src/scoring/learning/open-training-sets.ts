import type { FindOtherStates, FramesPort } from '../../ports.ts'
import type { ThreadServices } from '../../services.ts'
import type { FeatureCache } from '../features/feature-cache.ts'
import type { FeatureSpace } from '../features/features.ts'
import type { Models } from './models.ts'
import { PinnedPictures } from './pinned-pictures.ts'
import { PooledTastes } from './pooled-tastes.ts'
import type { ReadSource } from './source-reader.ts'
import { TrainingSetLoader } from './training-set-loader.ts'

interface Parts {
  readonly featureSpace: FeatureSpace
  readonly featureCache: FeatureCache
  readonly readSource: ReadSource
  readonly frames: Pick<FramesPort, 'addInlineFrame'>
  readonly models: Pick<Models, 'model'>
  /** Whether there is a prior for `aesthetics`, to which the pool of other profiles is added. */
  readonly knowsCrowd: boolean
  readonly findOthers: FindOtherStates
}

/** The training sets of a thread. The main thread and offload threads create them in the same way. */
export function openTrainingSets(services: ThreadServices, parts: Parts): TrainingSetLoader {
  const { featureSpace, featureCache, readSource, frames, models, knowsCrowd, findOthers } = parts
  const beginsFromOthers = services.config.pooledTaste && knowsCrowd
  const pools = beginsFromOthers ? new PooledTastes(services, models, findOthers, poolsIdOf(featureSpace)) : undefined
  return new TrainingSetLoader(services, new PinnedPictures(services, readSource, featureCache, frames), pools)
}

/**
 * With another embedder, pools pinned by earlier versions may come from uploads without a built-in embedding. So the id
 * is different now, and they are pinned again.
 */
function poolsIdOf({ id, builtinDimensions }: FeatureSpace): string {
  return builtinDimensions > 0 ? `${id}.2` : id
}
