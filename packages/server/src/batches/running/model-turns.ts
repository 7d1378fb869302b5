import type { Services } from '../../services.ts'
import { workForService } from '../../work/current-work.ts'
import { listLive, setLive } from '../storing/model-store.ts'

/** How long a model counts as alive after one of its processes said so, and how often they do. */
const liveMs = 15_000
const sayEveryMs = 5_000

interface OfModel {
  /** Undefined if an older version submitted the batch. */
  readonly model: string | undefined
}

/**
 * Keeps a batch to the processes of one model, as long as one of them is alive. While there are batches of its model, a
 * process says that it is alive. A process of another model takes a batch over when none has said so for a while.
 */
export class ModelTurns {
  readonly own: string
  readonly #services: Pick<Services, 'store' | 'clock'>
  #saidMs = Number.NEGATIVE_INFINITY

  constructor(services: Pick<Services, 'store' | 'clock'>, own: string) {
    this.#services = services
    this.own = own
  }

  /** Call it before frames of these batches are claimed. */
  async sayAlive(unfinished: readonly OfModel[]): Promise<void> {
    const { store, clock } = this.#services
    const isDue = performance.now() - this.#saidMs >= sayEveryMs
    if (!isDue || !unfinished.some(({ model }) => model === this.own)) return
    const until = new Date(clock().getTime() + liveMs).toISOString()
    await workForService(() => store.write((db) => setLive(db, this.own, until)))
    this.#saidMs = performance.now()
  }

  /** Those of the batches that this process may score: of its model, or of one of which no process is alive. */
  async mayScore<Batch extends OfModel>(batches: readonly Batch[]): Promise<readonly Batch[]> {
    const isOwn = ({ model }: OfModel) => model === undefined || model === this.own
    if (batches.every(isOwn)) return batches
    const { store, clock } = this.#services
    const live = await workForService(() => listLive(store.read, clock().toISOString()))
    return batches.filter((batch) => isOwn(batch) || !live.some(({ model }) => model === batch.model))
  }
}
