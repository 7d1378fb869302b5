import type { RoleRule } from '@palate/core/people/sign-on.ts'
import { ConfigError } from './config-error.ts'

/** The identity provider through which people sign in. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client: PKCE protects the code in any case. */
  readonly clientSecret: string | undefined
  /** Name of the account that the people belong to. */
  readonly account: string
  readonly rules: readonly RoleRule[]
  readonly groupsClaim: string
  /** The word on the button: “Sign in with …”. */
  readonly name: string
}

interface Given extends Omit<OidcSettings, 'issuer' | 'clientId' | 'rules' | 'name'> {
  readonly issuer: string | undefined
  readonly clientId: string | undefined
  readonly rules: readonly RoleRule[]
  readonly name: string | undefined
}

/** Undefined without an issuer. With one, a client and at least one rule are required, or nobody could sign in. */
export function oidcSettings({ issuer, clientId, rules, name, ...rest }: Given): OidcSettings | undefined {
  if (issuer === undefined) return undefined
  if (clientId === undefined) throw new ConfigError('PALATE_OIDC_CLIENT_ID must be set, because PALATE_OIDC_ISSUER is')
  if (rules.length === 0) throw new ConfigError('PALATE_OIDC_ROLES must be set, because PALATE_OIDC_ISSUER is')
  return { ...rest, issuer, clientId, rules, name: name ?? new URL(issuer).host }
}

/** As the provider calls itself: identities contain it, so it is not normalized. */
export function parseIssuer(text: string): string {
  const { protocol, search, hash, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || `${search}${hash}${username}${password}` !== '') throw new RangeError('not a URL')
  return text
}
