import type {
  InvitedSignOn,
  Session,
  SessionCode,
  SessionKey,
  SignIn,
  SignInMethods,
  SignOnStart,
  Success,
} from '../api-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'

/** Signs in with a cookie, for pages served by the service itself: `new Palate({ url: '', session: true })`. */
export class Sessions {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Signs in with a key or a code. From then on the cookie authenticates. */
  start(credential: SignIn, options?: CallOptions): Promise<Session> {
    return this.#transport.json('createSession', { body: credential }, options)
  }

  /** The rights of the session or key. */
  get(options?: CallOptions): Promise<Session> {
    return this.#transport.json('getSession', {}, options)
  }

  /** The key that the session or client uses. */
  key(options?: CallOptions): Promise<SessionKey> {
    return this.#transport.json('getSessionKey', {}, options)
  }

  /** Signs out. */
  end(options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteSession', {}, options)
  }

  /** How people can sign in. Needs no key. */
  methods(options?: CallOptions): Promise<SignInMethods> {
    return this.#transport.json('getSignInMethods', {}, options)
  }

  /** Starts single sign-on with an invitation. Without one, lead the browser to `/api/session/oidc?to=/page`. */
  startSignOn(invited: InvitedSignOn, options?: CallOptions): Promise<SignOnStart> {
    return this.#transport.json('startInvitedSignOn', { body: invited }, options)
  }

  /** Creates a code that signs in once, within 15 minutes, with the rights of the key. */
  createCode(options?: CallOptions): Promise<SessionCode> {
    return this.#transport.json('createSessionCode', {}, options)
  }
}
