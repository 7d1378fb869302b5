import type { Body, Reply } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/** Adds judgements to the working changes, within the profile's budget. Safe with concurrent annotators. */
export class Annotations {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Adds judgements. One about something that was judged before replaces that judgement and counts nothing. If they
   * exceed the budget, nothing is stored and the code is `budget_exceeded`.
   *
   * @example
   * await palate.annotations.add(profile.id, { comparisons: [{ frameA: 'frm_1', frameB: 'frm_2', winner: 'frm_1' }] })
   */
  add(profileId: string, annotations: Body<'addAnnotations'>, options?: CallOptions): Promise<Reply<'addAnnotations'>> {
    return this.#transport.json('addAnnotations', { params: { id: profileId }, body: annotations }, options)
  }

  /**
   * Removes a judgement and returns it to the budget, or takes back its removal. A committed one is only marked: the
   * next commit leaves it out.
   */
  remove(profileId: string, elementId: string, options?: CallOptions): Promise<Reply<'removeAnnotation'>> {
    return this.#transport.json('removeAnnotation', { params: { id: profileId, elementId } }, options)
  }

  /** Discards all working changes. */
  discard(profileId: string, options?: CallOptions): Promise<Reply<'discardAnnotations'>> {
    return this.#transport.json('discardAnnotations', { params: { id: profileId } }, options)
  }

  /** Restores what was discarded, each judgement as that of who made it. */
  restore(profileId: string, discardId: string, options?: CallOptions): Promise<Reply<'restoreDiscard'>> {
    return this.#transport.json('restoreDiscard', { params: { id: profileId, discardId } }, options)
  }
}
