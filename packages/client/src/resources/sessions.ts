import type { Session, SessionCode, SignIn, Success } from '../api-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/** Signing in with a cookie, for pages that the service itself serves: `new Palate({ url: '', session: true })`. */
export class Sessions {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Signs in with a key or a code. The cookie then stands for the key. */
  start(credential: SignIn, options?: CallOptions): Promise<Session> {
    return this.#transport.json('createSession', { body: credential }, options)
  }

  /** What the session or key may do. */
  get(options?: CallOptions): Promise<Session> {
    return this.#transport.json('getSession', {}, options)
  }

  /** Signs out. */
  end(options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteSession', {}, options)
  }

  /** A code that signs in once, within 15 minutes, with the rights of the key. */
  createCode(options?: CallOptions): Promise<SessionCode> {
    return this.#transport.json('createSessionCode', {}, options)
  }
}
