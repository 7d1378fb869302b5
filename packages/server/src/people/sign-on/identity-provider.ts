import { randomBytes } from 'node:crypto'
import { Fault } from '@palate/core/fault.ts'
import { unauthorized } from '@palate/core/keys/refusals.ts'
import type { Configuration } from 'openid-client'
import type { OidcSettings } from '../../config/oidc-settings.ts'
import type { Services } from '../../services.ts'

/** Clocks that differ by less are no reason to refuse a sign-in. The nonce ties an ID token to one sign-in anyway. */
const clockToleranceSeconds = 300
const answerSecondsMax = 10
const answerBytesMax = 1024 * 1024
/** How long the provider's description is used. Not long, because a provider that is down is found out by reading it. */
const descriptionMs = 10_000
/** A provider that is down is not asked again before this, however many people try. */
const failureMs = 2_000

/** What a browser keeps until the provider leads it back. */
export interface SignOnFlow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
}

export interface IdentityProvider {
  start(redirectUri: string): Promise<{ readonly url: string; readonly flow: SignOnFlow }>
  /** Whom the provider has signed in. `callback` is the URL that it led the browser to. */
  finish(callback: URL, flow: SignOnFlow): Promise<Identity>
}

/**
 * OpenID Connect with the authorization code, PKCE, state and nonce. The provider is the operator's choice, so it may be
 * on a private network. What it answers is limited in time and size, and verified: issuer, audience, signature, times
 * and nonce.
 */
export function createIdentityProvider(settings: OidcSettings, { log }: Pick<Services, 'log'>): IdentityProvider {
  const library = import('openid-client')
  // Without this a failing import would end the process before anybody signs in.
  library.catch(() => {})
  let described: { readonly client: Promise<Configuration>; readonly until: number } | undefined

  /** All sign-ins share one request for the description. */
  function client(): Promise<Configuration> {
    if (described && performance.now() < described.until) return described.client
    const reading = { client: discover(), until: performance.now() + descriptionMs }
    described = reading
    reading.client.catch(() => {
      if (described === reading) described = { ...reading, until: performance.now() + failureMs }
    })
    return reading.client
  }

  async function discover(): Promise<Configuration> {
    const oidc = await library
    const { issuer, clientId, clientSecret } = settings
    const isInsecure = issuer.startsWith('http:')
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      execute: isInsecure ? [oidc.allowInsecureRequests] : [],
      timeout: answerSecondsMax,
      [oidc.customFetch]: limitedFetch,
    })
    const server = found.serverMetadata()
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const ofSecret = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost
    const authentication = clientSecret === undefined ? oidc.None() : ofSecret(clientSecret)
    const metadata = { [oidc.clockTolerance]: clockToleranceSeconds }
    const configuration = new oidc.Configuration(server, clientId, metadata, authentication)
    configuration.timeout = answerSecondsMax
    configuration[oidc.customFetch] = limitedFetch
    if (isInsecure) oidc.allowInsecureRequests(configuration)
    oidc.enableNonRepudiationChecks(configuration)
    return configuration
  }

  /** Turns errors of the library into faults. They may contain tokens, so only their messages are logged. */
  async function withFaults<Answer>(ask: (client: Configuration) => Promise<Answer>): Promise<Answer> {
    let isDescribed = false
    try {
      const configuration = await client()
      isDescribed = true
      return await ask(configuration)
    } catch (error) {
      const fault = isDescribed ? faultOf(error) : unavailable()
      log.warn({ code: fault.code, reason: reasonOf(error) }, 'single sign-on failed')
      throw fault
    }
  }

  return {
    start: (redirectUri) =>
      withFaults(async (configuration) => {
        const oidc = await library
        const [state, nonce, verifier] = [newToken(), newToken(), newToken()]
        const url = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: scopeOf(configuration.serverMetadata().scopes_supported, settings.groupsClaim),
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        })
        return { url: url.href, flow: { state, nonce, verifier } }
      }),

    finish: (callback, { state, nonce, verifier }) =>
      withFaults(async (configuration) => {
        const oidc = await library
        const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const own = tokens.claims()
        if (!own) throw invalid()
        const { iss: issuer, sub: subject } = own
        if (!isStorable(subject)) throw invalid()
        const hasAll = own[settings.groupsClaim] !== undefined && own.name !== undefined
        if (hasAll || configuration.serverMetadata().userinfo_endpoint === undefined) {
          return { issuer, subject, claims: own }
        }
        // Many providers say there what they leave out of the ID token.
        const more = await oidc.fetchUserInfo(configuration, tokens.access_token, subject)
        return { issuer, subject, claims: { ...more, ...own } }
      }),
  }
}

/** Providers that have a scope for groups need it, and others refuse scopes that they do not know. */
function scopeOf(supported: readonly string[] | undefined, groupsClaim: string): string {
  const optional = ['profile', 'email', groupsClaim].filter((scope) => supported?.includes(scope))
  return ['openid', ...(supported ? optional : ['profile', 'email'])].join(' ')
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function isStorable(subject: string): boolean {
  return subject.length <= 255 && subject.isWellFormed() && !subject.includes('\0')
}

/** With the provider's word for it, such as `invalid_client`. */
function reasonOf(error: unknown): string {
  const { message, code, cause, error: refusal } = error as Error & { code?: string; error?: string }
  const inner = cause instanceof Error ? cause.message : undefined
  return [message, code, refusal, inner]
    .filter((part) => part !== undefined)
    .join(': ')
    .slice(0, 500)
}

/** What the person or the provider did wrong; anything else means that the provider does not work. */
function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error
  const { code, error: refusal, status } = error as { code?: string; error?: string; status?: number }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && !isTemporary(refusal)) {
    return new Fault('sign_on_refused', 'the identity provider has not signed the person in')
  }
  if (refusal === 'invalid_grant' && status !== undefined && status < 500) return invalid()
  return code !== undefined && verificationErrors.has(code) ? invalid() : unavailable()
}

function isTemporary(refusal: string | undefined): boolean {
  return refusal === 'server_error' || refusal === 'temporarily_unavailable'
}

/** Codes of the library for an answer that arrived and is not the one that this sign-in needs. */
const verificationErrors = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_INVALID_REQUEST',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_KEY_SELECTION_FAILED',
])

function invalid(): Fault {
  return unauthorized(
    'invalid_sign_on',
    'the answer of the identity provider is not that of this sign-in: sign in again',
  )
}

function unavailable(): Fault {
  const detail = 'the identity provider does not answer as it should: try again, or tell your administrator'
  return new Fault('provider_unavailable', detail, { headers: { 'retry-after': '10' } })
}

/** A provider cannot send so much that it fills the memory. */
async function limitedFetch(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new TypeError('the answer is too long')
    chunks.push(chunk)
  }
  const { status, headers } = response
  const hasBody = ![101, 204, 205, 304].includes(status)
  return Object.defineProperty(new Response(hasBody ? new Blob(chunks) : null, { status, headers }), 'url', {
    value: url,
  })
}
