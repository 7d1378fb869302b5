import { Fault } from '@palate/core/fault.ts'
import type { Caller } from '@palate/core/keys/access.ts'
import { requireScope } from '@palate/core/keys/scopes.ts'
import type { FastifyRequest } from 'fastify'
import { isoTime } from '../iso-time.ts'
import type { Services } from '../services.ts'
import type { MaybePromise } from '../store/store.ts'
import { createKeyAuthenticator, type KeyLookup } from './authenticate-key.ts'
import type { KeylessLimit } from './keyless-limit.ts'
import { createMinuteCounter, rateHeaders, rateLimited } from './rate-limits.ts'

/** After so many failures of a network in a minute, its keys are not looked up, but for those that have worked here. */
export const failedLookupsMax = 3000

/** How requests are authenticated and counted; provided by the keys feature. */
export interface KeyService extends KeyLookup {
  /** Counts a request of the caller and returns how many it has made in this minute. */
  readonly count: (caller: Caller, nowMs: number) => number
}

/** Authenticates a request and applies the rate limits and the key's scopes, before any of its body is read. */
export function createRequestAuthenticator(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  keys: KeyService,
  keyless: KeylessLimit,
) {
  const { rateLimit, authFailures } = config
  const authenticate = createKeyAuthenticator(keys)
  const failures = createMinuteCounter()

  function accept(request: FastifyRequest, caller: Caller, nowMs: number): void {
    request.caller = caller
    const used = keys.count(caller, nowMs)
    request.rateHeaders = rateHeaders(rateLimit, used, nowMs)
    if (used > rateLimit) throw rateLimited(`the key may make ${rateLimit} requests a minute`, nowMs)
    if (request.route?.scopes) requireScope(caller, request.route.scopes)
  }

  function refusalOf(error: unknown, request: FastifyRequest, nowMs: number): Error {
    if (!(error instanceof Fault) || error.status !== 401) return error as Error
    if (error.code === 'missing_api_key') return keyless.refusalOf(request) ?? error
    return failures.add(request.ip, nowMs) > authFailures ? tooManyFailures(nowMs) : error
  }

  function requireLookup({ ip }: FastifyRequest, nowMs: number): void {
    if (failures.count(ip, nowMs) >= Math.max(authFailures, failedLookupsMax)) throw tooManyFailures(nowMs)
  }

  return function authenticateRequest(request: FastifyRequest, done: (error?: Error) => void): void {
    const nowMs = clock().getTime()
    const refuse = (error: unknown) => done(refusalOf(error, request, nowMs))
    let caller: MaybePromise<Caller>
    try {
      caller = authenticate(request.headers.authorization, isoTime(nowMs), () => requireLookup(request, nowMs))
      if (!(caller instanceof Promise)) accept(request, caller, nowMs)
    } catch (error) {
      refuse(error)
      return
    }
    if (caller instanceof Promise) caller.then((known) => accept(request, known, nowMs)).then(() => done(), refuse)
    else done()
  }
}

function tooManyFailures(nowMs: number): Fault {
  return rateLimited('too many failed sign-ins from this address', nowMs)
}
