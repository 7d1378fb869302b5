import { annotationsPerRequestMax } from '@palate/core/profile/annotations/annotation-limit.ts'
import type { Body, Reply } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/** A working change before it was changed. */
export interface EarlierChange {
  readonly list: 'constraints' | 'exemplars' | 'comparisons'
  readonly id: string
  /** Absent if there was none. */
  readonly replaced?: Readonly<Record<string, unknown>>
}

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

  /**
   * Makes working changes what they were before: a change that was replaced or removed is sent again, any other is
   * removed. A change to a committed judgement is sent without its id: it then uses no budget, as before.
   * Returns the budget, unless there was nothing to do.
   */
  async restore(
    profile: Pick<Reply<'getProfile'>, 'id' | 'effectiveSnapshot'>,
    earlier: readonly EarlierChange[],
    options?: CallOptions,
  ): Promise<Reply<'removeAnnotation'> | undefined> {
    const { id: profileId, effectiveSnapshot } = profile
    const sent = earlier.flatMap(({ list, id, replaced }) => {
      if (!replaced) return []
      const isFree = replaced.removed !== true && effectiveSnapshot[list].some((one) => one.id === id)
      const { id: _, ...content } = replaced
      return [{ list, element: isFree ? content : { ...content, id } }]
    })
    let last: Reply<'removeAnnotation'> | undefined
    for (let from = 0; from < sent.length; from += annotationsPerRequestMax) {
      const lists = Map.groupBy(sent.slice(from, from + annotationsPerRequestMax), ({ list }) => list)
      const body = Object.fromEntries(Array.from(lists, ([list, some]) => [list, some.map(({ element }) => element)]))
      last = await this.add(profileId, body, options)
    }
    for (const { id, replaced } of earlier) if (!replaced) last = await this.remove(profileId, id, options)
    return last && { budget: last.budget }
  }

  /** Discards all working changes. */
  discard(profileId: string, options?: CallOptions): Promise<Reply<'discardAnnotations'>> {
    return this.#transport.json('discardAnnotations', { params: { id: profileId } }, options)
  }
}
