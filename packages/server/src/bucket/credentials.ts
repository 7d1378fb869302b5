import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { ConfigError } from '../config/config-error.ts'
import { readS3Credentials, type S3CredentialSource, type S3Credentials } from '../config/s3-credentials.ts'
import { StoreUnavailableError } from '../store/store.ts'

/** Variables may name files that somebody else renews. */
const variablesKeptMs = 60_000
/** New credentials are fetched this long before the old ones end, or after half of their life. */
const renewBeforeMs = 5 * 60_000
/** After a failure. The old credentials are used until they end. */
const tryAgainMs = 10_000
/** For one request to whoever gives credentials. */
export const credentialMsMax = 2_000

export interface CredentialProvider {
  get(): Promise<S3Credentials>
  /** After a refusal. False if there are no others. */
  renew(): Promise<boolean>
}

interface Loan {
  readonly credentials: S3Credentials
  readonly renewAtMs: number
  readonly endsAtMs: number
}

/**
 * Credentials of a bucket, renewed before they end. In place of `@aws-sdk/credential-providers`:
 * docs/decisions/packaging.md.
 */
export function createCredentials(source: S3CredentialSource, now = Date.now): CredentialProvider {
  let loan: Loan | undefined
  let borrowing: Promise<Loan> | undefined

  function borrow(): Promise<Loan> {
    borrowing ??= borrowFrom(source, now())
      .catch((error) => {
        if (!loan || loan.endsAtMs <= now()) throw unavailable(error)
        return { ...loan, renewAtMs: now() + tryAgainMs }
      })
      .then((next) => {
        loan = next
        return next
      })
      .finally(() => {
        borrowing = undefined
      })
    return borrowing
  }

  return {
    async get() {
      const { credentials } = loan && loan.renewAtMs > now() ? loan : await borrow()
      return credentials
    },
    async renew() {
      const before = loan?.credentials
      const { credentials } = await borrow()
      const { accessKeyId, secretAccessKey, sessionToken } = credentials
      return (
        accessKeyId !== before?.accessKeyId ||
        secretAccessKey !== before.secretAccessKey ||
        sessionToken !== before.sessionToken
      )
    },
  }
}

/** `cause` is a ConfigError if somebody has to set a variable. */
function unavailable(cause: unknown): StoreUnavailableError {
  return new StoreUnavailableError('bucket_refusing', 'there are no credentials for the bucket', { cause })
}

const setVariables = 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the buckets that store pictures'

function borrowFrom(source: S3CredentialSource, nowMs: number): Promise<Loan> {
  switch (source.kind) {
    case 'variables':
      return fromVariables(source.variables, nowMs)
    case 'web identity':
      return fromWebIdentity(source, nowMs)
    case 'container':
      return fromContainer(source, nowMs)
    case 'instance':
      return fromInstance(source, nowMs)
    case 'none':
      return Promise.reject(new ConfigError(setVariables))
  }
}

type Source<Kind> = Extract<S3CredentialSource, { kind: Kind }>

async function fromVariables(variables: Source<'variables'>['variables'], nowMs: number): Promise<Loan> {
  const credentials = readS3Credentials(variables)
  if (!credentials) throw new ConfigError(setVariables)
  return { credentials, renewAtMs: nowMs + variablesKeptMs, endsAtMs: Number.POSITIVE_INFINITY }
}

/** A Kubernetes service account with a role, at Amazon's STS or one like it. */
async function fromWebIdentity({ url, roleArn, tokenFile }: Source<'web identity'>, nowMs: number): Promise<Loan> {
  const body = new URLSearchParams({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleArn: roleArn,
    RoleSessionName: 'palate',
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  })
  const text = await ask(url, { method: 'POST', body })
  const find = (name: string) => new RegExp(`<${name}>\\s*([^<]+?)\\s*</${name}>`).exec(text)?.[1]
  const [AccessKeyId, SecretAccessKey] = [find('AccessKeyId'), find('SecretAccessKey')]
  return loanOf({ AccessKeyId, SecretAccessKey, Token: find('SessionToken'), Expiration: find('Expiration') }, nowMs)
}

/** A task of Amazon ECS, or a pod of Amazon EKS. */
async function fromContainer({ url, token, tokenFile }: Source<'container'>, nowMs: number): Promise<Loan> {
  const authorization = tokenFile === undefined ? token : (await readFile(tokenFile, 'utf8')).trim()
  return loanOf(JSON.parse(await ask(url, { headers: { ...(authorization && { authorization }) } })), nowMs)
}

/** The role of a virtual machine, by Amazon's instance metadata service, version 2. */
async function fromInstance({ url }: Source<'instance'>, nowMs: number): Promise<Loan> {
  const place = `${url}/latest/meta-data/iam/security-credentials/`
  try {
    const token = await ask(`${url}/latest/api/token`, {
      method: 'PUT',
      headers: { 'x-aws-ec2-metadata-token-ttl-seconds': '60' },
    })
    const headers = { 'x-aws-ec2-metadata-token': token }
    const [role = ''] = (await ask(place, { headers })).split('\n')
    return loanOf(JSON.parse(await ask(`${place}${encodeURIComponent(role.trim())}`, { headers })), nowMs)
  } catch {
    throw new ConfigError(`${setVariables}: this machine has no role that would have them`)
  }
}

const Answer = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().optional(),
  Expiration: z.iso.datetime({ offset: true }).optional(),
})

function loanOf(answer: unknown, nowMs: number): Loan {
  const { AccessKeyId, SecretAccessKey, Token, Expiration } = Answer.parse(answer)
  const endsAtMs = Expiration === undefined ? Number.POSITIVE_INFINITY : Date.parse(Expiration)
  const lifeMs = Math.min(endsAtMs - nowMs, 24 * 3600_000)
  return {
    credentials: {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      ...(Token !== undefined && { sessionToken: Token }),
    },
    renewAtMs: nowMs + Math.max(lifeMs - renewBeforeMs, lifeMs / 2),
    endsAtMs,
  }
}

/** Answers contain secrets, and requests too, so errors name neither. */
async function ask(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(credentialMsMax) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${new URL(url).host} answers ${response.status}`)
  return text
}
