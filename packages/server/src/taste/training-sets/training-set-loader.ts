import { Fault } from '@palate/core/fault.ts'
import { limitExamples } from '@palate/core/taste/judgements/example-limit.ts'
import { namePictures } from '@palate/core/taste/judgements/picture-names.ts'
import { uniteSamePictures } from '@palate/core/taste/judgements/same-pictures.ts'
import { trainingExamplesOf, type Unusable } from '@palate/core/taste/judgements/training-examples.ts'
import type { FrameError } from '@palate/core/taste/scoring-schema.ts'
import { deleteFaultyPins } from '../../pictures/pin-store.ts'
import { sha256 } from '../../platform/hash.ts'
import type { ProfilesPort } from '../../ports/profiles.ts'
import type { State } from '../../ports/states.ts'
import type { ThreadServices } from '../../services.ts'
import { untilAborted } from '../../work/until-aborted.ts'
import type { Models } from '../learning/models.ts'
import type { PooledTastes } from '../learning/pooled-tastes.ts'
import { withoutEarlierTastes } from './earlier-tastes.ts'
import type { PictureReadings, PinnedPictures, Sources } from './pinned-pictures.ts'
import type { StandIns } from './stand-ins.ts'
import type { TrainingSet } from './training-set.ts'
import { type LoadedTrainingSet, type StateKey, TrainingSetCache } from './training-set-cache.ts'

type ReadPictures = (sources: Sources) => Promise<PictureReadings | undefined>

/** Loads the training set of a state. Reads its pictures when the state is first used. */
export class TrainingSetLoader {
  readonly #services: ThreadServices
  readonly #pictures: PinnedPictures
  readonly #profiles: Pick<ProfilesPort, 'incrementDerivedRevision'>
  readonly #cache = new TrainingSetCache()
  readonly #current = new WeakMap<TrainingSet, TrainingSet>()
  readonly #standIns: Pick<StandIns, 'find'>
  readonly #models: Pick<Models, 'change'>
  readonly #pooledTastes: PooledTastes | undefined

  /** Without `pooledTastes`, tastes do not start from other profiles. */
  constructor(
    services: ThreadServices,
    pictures: PinnedPictures,
    profiles: Pick<ProfilesPort, 'incrementDerivedRevision'>,
    standIns: Pick<StandIns, 'find'>,
    models: Pick<Models, 'change'>,
    pooledTastes?: PooledTastes,
  ) {
    this.#services = services
    this.#pictures = pictures
    this.#profiles = profiles
    this.#standIns = standIns
    this.#models = models
    this.#pooledTastes = pooledTastes
  }

  /** Stops waiting on abort. The pictures are still read and pinned, for the next request. */
  async load(state: State, signal?: AbortSignal): Promise<TrainingSet> {
    const own = await untilAborted(this.#loadCurrent(state), signal)
    const pooledTaste = await this.#pooledTastes?.find(state, own, (other) => this.findKnown(other))
    const standIns = await this.#standIns.find(state, own)
    if (!pooledTaste && standIns.length === 0) return own
    const added = [pooledTaste?.id, ...standIns.map(({ contentHash }) => contentHash)]
    const fingerprint = `${own.fingerprint} ${sha256(JSON.stringify(added)).toString('base64url')}`
    return { ...own, ...(pooledTaste && { pooledTaste }), standIns, fingerprint }
  }

  /** The training set, without its pooled taste, if all its pictures are pinned. Otherwise starts loading in the background. */
  async loadIfPinned(state: State): Promise<TrainingSet | undefined> {
    const known = this.#cache.find(await keyed(state))
    if (known) return known
    const { sources } = namePictures(limitExamples(trainingExamplesOf(await state.elements()).byDimension).examples)
    const arePinned = await this.#pictures.areAllPinned(state, sources)
    const loading = this.#loadOwn(state).catch((error: unknown) => {
      this.#services.log.warn({ err: error }, 'the training set of a state could not be loaded')
      return undefined
    })
    return arePinned ? loading : undefined
  }

  /** The training set, without its pooled taste, if it is in memory (even outdated) or can be built from stored features. */
  async findKnown(state: State): Promise<TrainingSet | undefined> {
    const stale = this.#cache.findStale(await keyed(state))
    if (stale) return stale
    return (await this.#make(state, (sources) => this.#pictures.findStored(state, sources)))?.trainingSet
  }

  /** The dimensions that the state's elements name. */
  async dimensionNames(state: State): Promise<Iterable<string>> {
    return trainingExamplesOf(await state.elements()).byDimension.keys()
  }

  /** Tries again to read the pictures that could not be read. */
  async refresh(state: State, signal?: AbortSignal): Promise<TrainingSet> {
    const row = { accountId: state.accountId, id: state.profileId }
    const derivedRevision = await this.#services.store.write(
      async (db) => {
        await deleteFaultyPins(db, state)
        return this.#profiles.incrementDerivedRevision(db, state)
      },
      { row },
    )
    if (derivedRevision === undefined) throw new Fault('profile_not_found', 'the profile was just deleted')
    return this.load({ ...state, derivedRevision }, signal)
  }

  /** The training set, without its pooled taste, without what was taught before a change of taste. */
  async #loadCurrent(state: State): Promise<TrainingSet> {
    const own = await this.#loadOwn(state)
    const known = this.#current.get(own)
    if (known) return known
    const current = await withoutEarlierTastes(this.#models, state.accountId, own)
    this.#current.set(own, current)
    return current
  }

  async #loadOwn(state: State): Promise<TrainingSet> {
    return this.#cache.findOrLoad(await keyed(state), () => this.#load(state))
  }

  async #load(state: State): Promise<LoadedTrainingSet> {
    const made = await this.#make(state, (sources) => this.#pictures.read(state, sources))
    if (!made) throw new Error('the pictures of a state were not read')
    return made
  }

  async #make(state: State, read: ReadPictures): Promise<LoadedTrainingSet | undefined> {
    const { byDimension, unusable } = trainingExamplesOf(await state.elements())
    const { examples: limited, dropped } = limitExamples(byDimension)
    const { examples: named, sources } = namePictures(limited)
    const readings = await read(sources)
    if (!readings) return undefined
    const { pictures, faults, derivedRevision } = readings
    const { examples, unusable: comparingItself } = uniteSamePictures(named, pictures)
    const content = [await state.key(), [...pictures].map(([name, { contentHash }]) => [name, contentHash])]
    const trainingSet: TrainingSet = {
      profileId: state.profileId,
      seed: state.seed,
      examples,
      pictures,
      unusable: [...unusable, ...dropped, ...comparingItself, ...unreadableOf(examples, faults)],
      fingerprint: sha256(JSON.stringify(content)).toString('base64url'),
    }
    return { derivedRevision, trainingSet }
  }
}

async function keyed(state: State): Promise<StateKey> {
  return { profileId: state.profileId, derivedRevision: state.derivedRevision, key: await state.key() }
}

/** The elements whose pictures could not be read. */
function unreadableOf(examples: TrainingSet['examples'], faults: ReadonlyMap<string, FrameError>): readonly Unusable[] {
  return [...examples.values()].flatMap(({ labels, comparisons }) => [
    ...labels.flatMap(({ elementId, picture }) => {
      const fault = faults.get(picture)
      return fault ? [{ kind: 'exemplars' as const, id: elementId, ...fault }] : []
    }),
    ...comparisons.flatMap(({ elementId, a, b }) => {
      const fault = faults.get(a) ?? faults.get(b)
      return fault ? [{ kind: 'comparisons' as const, id: elementId, ...fault }] : []
    }),
  ])
}
