import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { missingKey } from '@palate/core/keys/refusals.ts'
import { requireScope } from '@palate/core/keys/scopes.ts'
import type { FastifyRequest } from 'fastify'
import { isoTime } from '../../platform/iso-time.ts'
import { type SentSession, sessionCookie, sessionIn } from '../../platform/session-cookie.ts'
import type { Services } from '../../services.ts'
import type { MaybePromise } from '../../store/store.ts'
import { workForAccount } from '../../work/current-work.ts'
import { createKeyAuthenticator, type KeyLookup } from './authenticate-key.ts'
import { createSessionAuthenticator, type SessionLookup, type SignedIn } from './authenticate-session.ts'
import { createSignatureAuthenticator, isSigned, type SignerLookup } from './authenticate-signature.ts'
import type { KeylessLimit } from './keyless-limit.ts'
import { createLookupQueue, type LookUp } from './lookup-queue.ts'
import { networkOf } from './networks.ts'
import { createMinuteCounter, faultOfRate, rateHeaders, rateLimited } from './rate-limits.ts'

/** Authenticates and counts requests; provided by the keys feature. */
export interface KeyService extends KeyLookup {
  /** Counts a request by the caller and returns its number of requests in this minute. */
  readonly count: (caller: Caller, nowMs: number) => number
  /** Without it, cookies are ignored. */
  readonly sessions?: SessionLookup
  /** Without it, signatures are ignored. */
  readonly findSigner?: SignerLookup
  /** Calls `end` once the caller's key no longer works. Returns a function that stops watching. */
  readonly watch: (caller: Caller, end: (refusal: Fault) => void) => () => void
}

/** Authenticates a request and enforces the rate limits and the key's scopes, before reading any of the body. */
export function createRequestAuthenticator(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  keys: Omit<KeyService, 'watch'>,
  keyless: KeylessLimit,
) {
  const { rateLimit, authFailures } = config
  const authenticateKey = createKeyAuthenticator(keys)
  const authenticateSession = keys.sessions && createSessionAuthenticator(keys.sessions)
  const authenticateSignature = keys.findSigner && createSignatureAuthenticator({ config, clock }, keys.findSigner)
  const failures = createMinuteCounter()
  const inTurn = createLookupQueue()

  function accept(request: FastifyRequest, { caller, session }: Accepted, nowMs: number): void {
    request.caller = caller
    if (session?.isRenewed) {
      request.renewedCookie = sessionCookie(session.token, caller, session.isSecure, config)
    }
    const used = keys.count(caller, nowMs)
    request.rateHeaders = rateHeaders(rateLimit, used, nowMs)
    const tooMany = faultOfRate(rateLimit, used, nowMs)
    if (tooMany) throw tooMany
    if (session) requirePage(request)
    if (request.route?.isGuessable && hasGuessedOften(request, caller)) throw tooManyFailures(nowMs)
    const isOpen = caller.person && request.route?.isOpenToPeople
    if (request.route?.scopes && !isOpen) requireScope(caller, request.route.scopes)
  }

  /** The response to an unauthenticated request. Counts failed sign-ins; an expired session is not one. */
  function refusalOf(error: unknown, request: FastifyRequest, isSession = false): Error {
    if (!(error instanceof Fault) || error.status !== 401) return error as Error
    if (error.code === 'missing_api_key' || isSession) return keyless.refusalOf(request) ?? error
    return refusalOfFailure(request) ?? error
  }

  /** Counts a failed sign-in. Returns a fault if the network has had too many. */
  function refusalOfFailure({ clientAddress }: FastifyRequest): Fault | undefined {
    const nowMs = clock().getTime()
    return failures.add(clientAddress, nowMs) <= authFailures ? undefined : tooManyFailures(nowMs)
  }

  /** Short codes can be guessed, so after too many wrong ones even the right one is refused for the minute. */
  function hasGuessedOften(request: FastifyRequest, { accountId }: Caller): boolean {
    return hasFailedOften(request) || failures.count(accountId, clock().getTime()) >= authFailures
  }

  /** Valid keys and codes work however many invalid ones their network has sent. They only have to wait longer. */
  function lookUpFor({ clientAddress }: FastifyRequest, isLimited: boolean): LookUp {
    return (find) => (isLimited ? inTurn(clientAddress, find) : find())
  }

  function hasFailedOften({ clientAddress }: FastifyRequest): boolean {
    return failures.count(clientAddress, clock().getTime()) >= authFailures
  }

  function authenticate(request: FastifyRequest, sent: SentSession | undefined, nowMs: number): MaybePromise<Accepted> {
    if (!sent || !authenticateSession) {
      const lookUp = lookUpFor(request, hasFailedOften(request))
      const caller = authenticateKey(request.headers.authorization, isoTime(nowMs), lookUp)
      return caller instanceof Promise ? caller.then((known) => ({ caller: known })) : { caller }
    }
    const { token } = sent
    const signedIn = authenticateSession(sent, nowMs, lookUpFor(request, keyless.isReached(request)))
    return signedIn instanceof Promise ? signedIn.then((known) => ofSession(known, token)) : ofSession(signedIn, token)
  }

  /** Counts as a request without a key. The signature is enough, whatever scopes its key has. */
  function acceptSigned(
    request: FastifyRequest,
    authenticateIt: (request: FastifyRequest) => Promise<Caller>,
    done: (error?: Error) => void,
  ): void {
    const tooMany = keyless.refusalOf(request)
    if (tooMany) return void done(tooMany)
    authenticateIt(request)
      .then((caller) => {
        request.caller = caller
      })
      .then(() => done(), done)
  }

  function refusalOfOpen(request: FastifyRequest): Fault | undefined {
    if (request.route?.isSignIn) return faultOfSignIn(request)
    return request.route?.isCountedAsFailure ? refusalOfFailure(request) : keyless.refusalOf(request)
  }

  return {
    authenticateRequest(request: FastifyRequest, done: (error?: Error) => void): void {
      const { route } = request
      if (route?.access === 'open') return void done(refusalOfOpen(request))
      if (authenticateSignature && isSigned(request)) return void acceptSigned(request, authenticateSignature, done)
      const nowMs = clock().getTime()
      const sent = sessionOf(request)
      const refuse = (error: unknown) => done(refusalOf(error, request, sent !== undefined))
      let accepted: MaybePromise<Accepted>
      try {
        accepted = workForAccount(networkOf(request.clientAddress), () => authenticate(request, sent, nowMs))
        if (!(accepted instanceof Promise)) accept(request, accepted, nowMs)
      } catch (error) {
        refuse(error)
        return
      }
      if (accepted instanceof Promise)
        accepted.then((known) => accept(request, known, nowMs)).then(() => done(), refuse)
      else done()
    },

    signIn: <Made>(request: FastifyRequest, open: () => Promise<Made>): MaybePromise<Made> =>
      lookUpFor(request, hasFailedOften(request))(open),

    /** The response to a failed sign-in. A sign-in without a key or code counts as a request without a key. */
    signInRefusalOf(error: unknown, request: FastifyRequest): Error {
      const isOfBody = error instanceof Fault && [400, 413, 415].includes(error.status)
      if (isOfBody) return keyless.refusalOf(request) ?? error
      return (isOfUnknownCode(error) && refusalOfFailure(request)) || refusalOf(error, request)
    },

    /** The response to a request with a wrong short code, which counts for the account as well. */
    guessRefusalOf(error: unknown, request: FastifyRequest): unknown {
      if (!isOfUnknownCode(error)) return error
      if (request.caller) failures.add(request.caller.accountId, clock().getTime())
      return refusalOfFailure(request) ?? error
    },
  }
}

function tooManyFailures(nowMs: number): Fault {
  return rateLimited('too many failed sign-ins from this address', nowMs)
}

/** An expired code is not told apart from one that never existed. */
function isOfUnknownCode(error: unknown): boolean {
  return error instanceof Fault && (error.code === 'login_not_found' || error.code === 'login_expired')
}

/** Checks a sign-in request before its body is read. The body must contain the key or the code. */
function faultOfSignIn({ headers }: FastifyRequest): Fault | undefined {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  return length === '0' && encoding === undefined ? missingKey('send {"key"} or {"code"}') : undefined
}

function sessionOf({ headers }: FastifyRequest): SentSession | undefined {
  return isBearer(headers.authorization) ? undefined : sessionIn(headers.cookie)
}

interface Accepted {
  readonly caller: Caller
  readonly session?: Omit<SignedIn, 'caller'> & { readonly token: string }
}

function ofSession({ caller, ...session }: SignedIn, token: string): Accepted {
  return { caller, session: { ...session, token } }
}

/** With a bearer token, cookies are ignored. Other schemes may be meant for a proxy. */
function isBearer(authorization: string | undefined): boolean {
  return authorization !== undefined && /^bearer\b/i.test(authorization)
}

/**
 * Browsers add the cookie to requests that other sites trigger. Only the service's own pages can add a custom header.
 */
function requirePage({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || headers['x-palate-request'] === '1') return
  throw new Fault(
    'request_header_missing',
    'with a session cookie, this method requires the header "X-Palate-Request: 1"',
  )
}
