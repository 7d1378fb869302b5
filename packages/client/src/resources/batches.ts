import type { Batch, BatchList, BatchRequest } from '../api-types.ts'
import type { Query } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { WithDimensions } from '../score-types.ts'
import { type BatchLine, readBatch } from '../streams/batch-stream.ts'
import type { Transport } from '../transport/transport.ts'
import { type List, listOf } from './list.ts'
import { scoringBody, type WithPictures } from './scored-frames.ts'

/** Running batches, and those of the last 7 days. */
export class Batches {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Submits a batch without waiting for it. Read it with `results` at any time. */
  async submit(request: WithPictures<WithDimensions<BatchRequest, string>>, options?: CallOptions): Promise<Batch> {
    const body = await scoringBody(this.#transport, request, options)
    return this.#transport.json('submitBatch', { body, headers: { prefer: 'respond-async' } }, options)
  }

  list(query: Query<'listBatches'> = {}, options?: CallOptions): List<BatchList, Batch> {
    return listOf(this.#transport, 'listBatches', (page: BatchList) => page.batches, { query }, options)
  }

  get(batchId: string, options?: CallOptions): Promise<Batch> {
    return this.#transport.json('getBatch', { params: { batchId } }, options)
  }

  /** The lines of a batch after result number `after`, even while it runs. */
  results(batchId: string, { after, ...options }: CallOptions & { after?: number } = {}): AsyncGenerator<BatchLine> {
    return readBatch(this.#transport, batchId, after, options)
  }

  cancel(batchId: string, options?: CallOptions): Promise<Batch> {
    return this.#transport.json('cancelBatch', { params: { batchId } }, options)
  }
}
