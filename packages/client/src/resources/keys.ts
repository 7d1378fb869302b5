import type { ApiKey, ApiKeyList, ApiKeyRotation, CreatedApiKey, NewApiKey, Success } from '../api-types.ts'
import type { Query, Reply } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import { type List, listOf } from './list.ts'

/** API keys. */
export class Keys {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a key. Only this response contains it.
   *
   * @example
   * const { key } = await palate.keys.create({ name: 'CI', scopes: ['score'], expiresInDays: 90 })
   */
  create(key: NewApiKey, options?: CallOptions): Promise<CreatedApiKey> {
    return this.#transport.json('createKey', { body: key }, options)
  }

  /** The active keys, newest first. */
  list(query: Query<'listKeys'> = {}, options?: CallOptions): List<ApiKeyList, ApiKey> {
    return listOf(this.#transport, 'listKeys', (page: ApiKeyList) => page.keys, { query }, options)
  }

  /** Revokes a key immediately. This cannot be undone. */
  revoke(id: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('revokeKey', { query: { id } }, options)
  }

  /** Replaces a key with a new one that has the same rights. The old one keeps working for `overlapSeconds`. */
  rotate(id: string, rotation: ApiKeyRotation = {}, options?: CallOptions): Promise<CreatedApiKey> {
    return this.#transport.json('rotateKey', { query: { id }, body: rotation }, options)
  }

  /** Requests per day, oldest first. */
  usage(
    id: string,
    query: Omit<Query<'getKeyUsage'>, 'id'> = {},
    options?: CallOptions,
  ): Promise<Reply<'getKeyUsage'>> {
    return this.#transport.json('getKeyUsage', { query: { ...query, id } }, options)
  }
}
