import type { CreatedShare, NewShare, Share, ShareList, ShareWithAnswers, Success } from '../api-types.ts'
import type { Query } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import { type List, listOf } from './list.ts'

/** Links that anyone can open without a key. */
export class Shares {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Shares the overview of a profile or, with `frames`, a scoring result. Only this response contains the link.
   *
   * @example
   * const { url } = await palate.shares.create({ profileId, frames, expiresInDays: 7 })
   */
  create(share: NewShare, options?: CallOptions): Promise<CreatedShare> {
    return this.#transport.json('createShare', { body: share }, options)
  }

  /** Newest first, including shares that ended within the last 30 days. */
  list(query: Query<'listShares'> = {}, options?: CallOptions): List<ShareList, Share> {
    return listOf(this.#transport, 'listShares', (page: ShareList) => page.shares, { query }, options)
  }

  /** With its pictures and the answers of visitors. */
  get(id: string, options?: CallOptions): Promise<ShareWithAnswers> {
    return this.#transport.json('getShare', { params: { id } }, options)
  }

  /** The link stops working immediately. */
  revoke(id: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('revokeShare', { params: { id } }, options)
  }
}
