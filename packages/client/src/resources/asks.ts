import type { Ask, NewAsk } from '../api-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/** Asks a person which of two pictures suits better. */
export class Asks {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a question that is good for one answer. Whoever shows it records the answer as a judgement with `askId`.
   *
   * @example
   * const { id } = await palate.asks.create(profile.id, { first: 'frame:frm_1', second: 'frame:frm_2' })
   */
  create(profileId: string, ask: NewAsk, options?: CallOptions): Promise<Ask> {
    return this.#transport.json('createAsk', { params: { id: profileId }, body: ask }, options)
  }

  /** The question. `answer` is null until somebody has chosen. */
  get(profileId: string, askId: string, options?: CallOptions): Promise<Ask> {
    return this.#transport.json('getAsk', { params: { id: profileId, askId } }, options)
  }
}
