import type { CreatedApiKey, CreatedLogin, Login, Success } from '../api-types.ts'
import type { CallOptions } from '../options.ts'
import { readJson } from '../transport/responses.ts'
import type { Transport } from '../transport/transport.ts'

/** Logins of commands and devices that have no key: a person confirms them in the dashboard. */
export class Logins {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Starts a login, without a key. Show `url` and `userCode`, and then repeat `collect`. */
  create(name: string, options?: CallOptions): Promise<CreatedLogin> {
    return this.#transport.json('createLogin', { body: { name } }, options)
  }

  /** The key, once; undefined while nobody has decided. */
  collect(code: string, options?: CallOptions): Promise<CreatedApiKey | undefined> {
    return this.#transport.read('collectLogin', { body: { code } }, options, (response) =>
      response.status === 202 ? undefined : readJson<CreatedApiKey>(response),
    )
  }

  /** A login that waits to be confirmed. Needs the session of a person. */
  get(userCode: string, options?: CallOptions): Promise<Login> {
    return this.#transport.json('getLogin', { params: { userCode } }, options)
  }

  /** Gives the command a key of the person who is signed in, or refuses it. */
  decide(userCode: string, approve: boolean, options?: CallOptions): Promise<Success> {
    return this.#transport.json('decideLogin', { params: { userCode }, body: { approve } }, options)
  }
}
