import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { missingKey } from '@palate/core/keys/refusals.ts'
import { requireScope } from '@palate/core/keys/scopes.ts'
import type { FastifyRequest } from 'fastify'
import { isoTime } from '../../iso-time.ts'
import type { Services } from '../../services.ts'
import { sessionCookie, sessionTokenIn } from '../../session-cookie.ts'
import type { MaybePromise } from '../../store/store.ts'
import { createKeyAuthenticator, type KeyLookup } from './authenticate-key.ts'
import { createSessionAuthenticator, type SessionLookup, type SignedIn } from './authenticate-session.ts'
import type { KeylessLimit } from './keyless-limit.ts'
import { createMinuteCounter, rateHeaders, rateLimited } from './rate-limits.ts'

/** After so many failures of a network in a minute, its keys are not looked up, but for those that have worked here. */
export const failedLookupsMax = 3000

/** How requests are authenticated and counted; provided by the keys feature. */
export interface KeyService extends KeyLookup {
  /** Counts a request of the caller and returns how many it has made in this minute. */
  readonly count: (caller: Caller, nowMs: number) => number
  /** Without it cookies are not looked at. */
  readonly sessions?: SessionLookup
  /** Calls `end` once the caller's key no longer works. Returns how to stop watching. */
  readonly watch: (caller: Caller, end: (refusal: Fault) => void) => () => void
}

/** Authenticates a request and applies the rate limits and the key's scopes, before any of its body is read. */
export function createRequestAuthenticator(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  keys: Omit<KeyService, 'watch'>,
  keyless: KeylessLimit,
) {
  const { rateLimit, authFailures } = config
  const authenticateKey = createKeyAuthenticator(keys)
  const authenticateSession = keys.sessions && createSessionAuthenticator(keys.sessions)
  const failures = createMinuteCounter()

  function accept(request: FastifyRequest, { caller, session }: Accepted, nowMs: number): void {
    request.caller = caller
    if (session?.isRenewed) {
      request.renewedCookie = sessionCookie(session.token, session.isSecure, config)
    }
    const used = keys.count(caller, nowMs)
    request.rateHeaders = rateHeaders(rateLimit, used, nowMs)
    if (used > rateLimit) throw rateLimited(`the key may make ${rateLimit} requests a minute`, nowMs)
    if (session) requirePage(request)
    if (request.route?.scopes) requireScope(caller, request.route.scopes)
  }

  /** The answer to a request that was not authenticated. Counts failed sign-ins. */
  function refusalOf(error: unknown, request: FastifyRequest): Error {
    if (!(error instanceof Fault) || error.status !== 401) return error as Error
    if (error.code === 'missing_api_key') return keyless.refusalOf(request) ?? error
    const nowMs = clock().getTime()
    return failures.add(request.ip, nowMs) > authFailures ? tooManyFailures(nowMs) : error
  }

  function requireLookup({ ip }: FastifyRequest, nowMs: number): void {
    if (failures.count(ip, nowMs) >= Math.max(authFailures, failedLookupsMax)) throw tooManyFailures(nowMs)
  }

  function authenticate(request: FastifyRequest, nowMs: number): MaybePromise<Accepted> {
    const { authorization, cookie } = request.headers
    const token = isBearer(authorization) ? undefined : sessionTokenIn(cookie)
    if (token === undefined || !authenticateSession) {
      const caller = authenticateKey(authorization, isoTime(nowMs), () => requireLookup(request, nowMs))
      return caller instanceof Promise ? caller.then((known) => ({ caller: known })) : { caller }
    }
    const signedIn = authenticateSession(token, nowMs, () => keyless.requireRoom(request))
    return signedIn instanceof Promise ? signedIn.then((known) => ofSession(known, token)) : ofSession(signedIn, token)
  }

  return {
    authenticateRequest(request: FastifyRequest, done: (error?: Error) => void): void {
      const nowMs = clock().getTime()
      const refuse = (error: unknown) => done(refusalOf(error, request))
      let accepted: MaybePromise<Accepted>
      try {
        accepted = authenticate(request, nowMs)
        if (!(accepted instanceof Promise)) accept(request, accepted, nowMs)
      } catch (error) {
        refuse(error)
        return
      }
      if (accepted instanceof Promise)
        accepted.then((known) => accept(request, known, nowMs)).then(() => done(), refuse)
      else done()
    },

    /** Whether a request to sign in may be looked at: its body has the key or the code. */
    signInRefusalOf(request: FastifyRequest): Error | undefined {
      const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
      if (length === '0' && encoding === undefined) return refusalOf(missingKey('send {"key"} or {"code"}'), request)
      try {
        requireLookup(request, clock().getTime())
      } catch (error) {
        return error as Error
      }
      return keyless.refusalOf(request)
    },

    refusalOf,
  }
}

interface Accepted {
  readonly caller: Caller
  readonly session?: Omit<SignedIn, 'caller'> & { readonly token: string }
}

function ofSession({ caller, ...session }: SignedIn, token: string): Accepted {
  return { caller, session: { ...session, token } }
}

/** Then a cookie is not looked at. Other schemes may be there for a proxy. */
function isBearer(authorization: string | undefined): boolean {
  return authorization !== undefined && /^bearer\b/i.test(authorization)
}

/** Browsers add a cookie to requests that other sites cause. A header of its own, only the service's own pages can add. */
function requirePage({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || headers['x-palate-request'] === '1') return
  throw new Fault('request_header_missing', 'with a session, this method needs the header "X-Palate-Request: 1"')
}

function tooManyFailures(nowMs: number): Fault {
  return rateLimited('too many failed sign-ins from this address', nowMs)
}
