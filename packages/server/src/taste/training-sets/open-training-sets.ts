import type { FeatureCache } from '../../pictures/features/feature-cache.ts'
import type { FeatureSpace } from '../../pictures/features/features.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { ProfilesPort } from '../../ports/profiles.ts'
import type { FindOtherStates } from '../../ports/states.ts'
import type { ThreadServices } from '../../services.ts'
import type { Models } from '../learning/models.ts'
import { PooledTastes } from '../learning/pooled-tastes.ts'
import { PinnedPictures } from './pinned-pictures.ts'
import type { ReadSource } from './source-reader.ts'
import { StandIns } from './stand-ins.ts'
import { TrainingSetLoader } from './training-set-loader.ts'

interface Parts {
  readonly featureSpace: FeatureSpace
  readonly featureCache: FeatureCache
  readonly readSource: ReadSource
  readonly frames: Pick<FramesPort, 'addInlineFrame' | 'listContentHashes'>
  readonly profiles: Pick<ProfilesPort, 'exists' | 'incrementDerivedRevision'>
  readonly models: Pick<Models, 'model' | 'change'>
  /** Whether there is a prior for `aesthetics`, to which the pooled taste of other profiles is added. */
  readonly knowsCrowd: boolean
  readonly findOthers: FindOtherStates
}

/** The training sets of a thread. The main thread and the request thread create them in the same way. */
export function openTrainingSets(services: ThreadServices, parts: Parts): TrainingSetLoader {
  const { featureSpace, featureCache, readSource, frames, profiles, models, knowsCrowd, findOthers } = parts
  const beginsFromOthers = services.config.pooledTaste && knowsCrowd
  const pooledTastes = beginsFromOthers
    ? new PooledTastes(services, models, profiles, findOthers, pooledTastesIdOf(featureSpace))
    : undefined
  const pictures = new PinnedPictures(services, readSource, featureCache, frames, profiles)
  const standIns = new StandIns(services, featureCache, frames, profiles, featureSpace.id)
  return new TrainingSetLoader(services, pictures, profiles, standIns, models, pooledTastes)
}

/**
 * With another embedder, tastes pinned by earlier versions may come from uploads without a built-in embedding. So the id
 * is different now, and they are pinned again.
 */
function pooledTastesIdOf({ id, builtinDimensions }: FeatureSpace): string {
  return builtinDimensions > 0 ? `${id}.2` : id
}
