import type { Body, Reply } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/** Judgements that are added to the working changes one by one, without a race, within the profile's budget. */
export class Annotations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Adds judgements. Past the budget nothing is stored: code `budget_exceeded`.
   *
   * @example
   * await palate.annotations.add(profile.id, { comparisons: [{ frameA: 'frm_1', frameB: 'frm_2', winner: 'frm_1' }] })
   */
  add(profileId: string, annotations: Body<'addAnnotations'>, options?: CallOptions): Promise<Reply<'addAnnotations'>> {
    return this.#transport.json('addAnnotations', { params: { id: profileId }, body: annotations }, options)
  }

  /** Takes one back, and gives its count back to the budget. */
  remove(profileId: string, elementId: string, options?: CallOptions): Promise<Reply<'removeAnnotation'>> {
    return this.#transport.json('removeAnnotation', { params: { id: profileId, elementId } }, options)
  }
}
