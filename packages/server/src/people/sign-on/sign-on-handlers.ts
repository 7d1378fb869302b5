import type { IncomingHttpHeaders } from 'node:http'
import { Fault } from '@palate/core/fault.ts'
import { unauthorized } from '@palate/core/keys/refusals.ts'
import { groupsIn, rightsOf } from '@palate/core/people/sign-on.ts'
import { LocalPath } from '@palate/core/sessions/schema.ts'
import { z } from 'zod'
import type { OidcSettings } from '../../config/oidc-settings.ts'
import { type Handlers, longRunning } from '../../operations.ts'
import { isOverHttps } from '../../platform/over-https.ts'
import { hashSecret, isWellFormedSecret } from '../../platform/secrets.ts'
import { serviceAddress } from '../../platform/service-address.ts'
import { signOnCookie, signOnIn } from '../../platform/session-cookie.ts'
import type { FindAccount, PersonSessions, SignInRequest } from '../../ports/keys.ts'
import type { Invitations } from '../../ports/people.ts'
import type { Services } from '../../services.ts'
import { noteDue } from '../../store/due-accounts.ts'
import type { EndAccess } from '../end-access.ts'
import { findByIdentity } from '../person-store.ts'
import type { createAdmitPerson } from './admit-person.ts'
import { createIdentityProvider, type Identity, type IdentityProvider } from './identity-provider.ts'

interface Parts {
  readonly admit: ReturnType<typeof createAdmitPerson>
  readonly endAccess: EndAccess
  readonly findAccount: FindAccount
  readonly invitations: Invitations
  readonly sessions: PersonSessions
}

/** What the browser keeps in a cookie while the person is at the provider. */
const Started = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: LocalPath,
  invitation: z.string().optional(),
})
type Started = z.infer<typeof Started>

interface SecureRequest extends SignInRequest {
  readonly isSecure: boolean
}

const pageHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/**
 * Single sign-on: the browser goes to the identity provider and comes back with a code, which is exchanged for who the
 * person is. Nothing is stored in between, so any process can finish what another has started.
 */
export function signOnHandlers(
  services: Pick<Services, 'config' | 'store' | 'log'>,
  { admit, endAccess, findAccount, invitations, sessions }: Parts,
): Handlers<'getSignInMethods' | 'startSignOn' | 'startInvitedSignOn' | 'finishSignOn'> {
  const { config, store } = services
  const opened = config.oidc && { settings: config.oidc, provider: createIdentityProvider(config.oidc, services) }

  function requireProvider(): { readonly settings: OidcSettings; readonly provider: IdentityProvider } {
    if (opened) return opened
    throw new Fault('sign_on_not_found', 'no identity provider is set: sign in with a key or a link')
  }

  const isSecure = (headers: IncomingHttpHeaders) =>
    isOverHttps(headers) || config.publicUrl?.startsWith('https:') === true
  const callbackOf = (headers: IncomingHttpHeaders) => `${serviceAddress(config, headers)}/api/session/oidc/callback`

  async function start(headers: IncomingHttpHeaders, to: string | undefined, invitation?: string) {
    const { url, flow } = await requireProvider().provider.start(callbackOf(headers))
    const started: Started = { ...flow, to: to ?? '/', ...(invitation !== undefined && { invitation }) }
    const value = Buffer.from(JSON.stringify(started)).toString('base64url')
    return { url, cookie: signOnCookie(value, isSecure(headers), config) }
  }

  async function accountOf({ account }: OidcSettings): Promise<string> {
    const found = await findAccount(store.read, account)
    if (!found) throw new Fault('unavailable', 'the account of single sign-on does not exist')
    return found.id
  }

  async function signIn(accountId: string, identity: Identity, invitation: string | undefined, request: SecureRequest) {
    const { settings } = requireProvider()
    const rights = rightsOf(groupsIn(identity.claims, settings.groupsClaim), settings.rules)
    if (!rights) throw await withoutRole(accountId, identity, request.now)
    const attempt = () =>
      store.write(
        async (db) => {
          const personId = await admit(db, { accountId, identity, rights, invitation }, request)
          return personId && sessions.open(db, { accountId, personId }, request)
        },
        { usesReserve: true },
      )
    const cookie = (await attempt()) ?? (await attempt())
    if (cookie === undefined) throw new Error('a person was created and removed at the same time')
    return cookie
  }

  /** Whoever has lost their groups also loses what they had before. */
  async function withoutRole(accountId: string, identity: Identity, now: string): Promise<Fault> {
    await store.write(
      async (db) => {
        await noteDue(store, db, 'sweep', accountId, now)
        const personId = await findByIdentity(db, accountId, identity)
        if (personId !== undefined) await endAccess(db, { accountId }, personId, now)
      },
      { usesReserve: true },
    )
    return new Fault('role_missing', 'none of the groups of the person has a role here: ask your administrator')
  }

  return {
    getSignInMethods: async () => ({ body: { ...(opened && { oidc: { name: opened.settings.name } }) } }),

    async startSignOn({ query, headers }) {
      const { url, cookie } = await start(headers, query.to)
      return { body: '', headers: { ...pageHeaders, location: url, 'set-cookie': cookie } }
    },

    startInvitedSignOn: longRunning(async ({ body: { code, to }, headers, db, now }) => {
      requireProvider()
      const isKnown = isWellFormedSecret(code) && (await invitations.hasInvitation(db, hashSecret(code), now))
      if (!isKnown) throw unauthorized('invalid_code', 'the invitation is unknown, already used or expired')
      const { url, cookie } = await start(headers, to, code)
      return { body: { url }, headers: { ...pageHeaders, 'set-cookie': cookie } }
    }),

    async finishSignOn({ query, headers, requestId, address, now }) {
      const { settings, provider } = requireProvider()
      const accountId = await accountOf(settings)
      const request = { requestId, address, now, isSecure: isSecure(headers) }
      try {
        const started = startedIn(headers)
        const identity = await provider.finish(withQuery(callbackOf(headers), query), started)
        const cookie = await signIn(accountId, identity, started.invitation, request)
        return { body: '', headers: { ...pageHeaders, location: started.to, 'set-cookie': cookie } }
      } catch (error) {
        if (error instanceof Fault) await sessions.noteFailure(request, error.code, accountId)
        throw error
      }
    },
  }
}

function withQuery(url: string, query: Readonly<Record<string, string | undefined>>): URL {
  const callback = new URL(url)
  for (const [name, value] of Object.entries(query)) if (value !== undefined) callback.searchParams.set(name, value)
  return callback
}

/** What this browser has started. Without it somebody else may have sent the browser here, to sign it in as them. */
function startedIn({ cookie }: IncomingHttpHeaders): Started {
  const result = Started.safeParse(parseCookie(signOnIn(cookie)))
  if (result.success) return result.data
  throw unauthorized('invalid_sign_on', 'this browser has not started the sign-in, or it took too long: sign in again')
}

function parseCookie(text = ''): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
