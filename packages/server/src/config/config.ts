import { type DaysKept, daysKept } from '@palate/core/days-kept.ts'
import { isWellFormedKey } from '@palate/core/keys/format.ts'
import { parseRoleRules } from '@palate/core/people/sign-on.ts'
import { defaultRetryPausesMs, parseRetryPauses } from '@palate/core/webhooks/retry.ts'
import { z } from 'zod'
import { parseCidrs } from '../network/ip-addresses.ts'
import { samplers } from '../platform/tracing/sampling.ts'
import { ConfigError } from './config-error.ts'
import { parseEmbedder } from './embedder-settings.ts'
import { parseObjectHome, parseObjectHomes } from './object-home.ts'
import { oidcSettings, parseIssuer } from './oidc-settings.ts'
import { findS3Credentials } from './s3-credentials.ts'
import { fileVariable, readSecretFile } from './secret-files.ts'
import { isSecretKey, secretKeyBytes } from './secret-key.ts'
import { parseKeyValues, parseOtlpHeaders, parseOtlpUrl } from './trace-settings.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** About 20,000 screenshots. */
const accountBytesDefault = 20 * 1024 ** 3

const secretKey = {
  expected: `${secretKeyBytes} bytes in base64, as \`openssl rand -base64 ${secretKeyBytes}\` prints them`,
  secret: true,
  schema: z.string().refine(isSecretKey).optional(),
} as const

const daysKeptMax = 3650
const unlimited = 'they count towards no limit and would fill the disk'

/**
 * Every variable: its expected value in words, and its schema. A secret can also come from a file: see
 * secret-files.ts. Messages never repeat its value.
 */
const variables = {
  PALATE_HOST: { expected: 'a host name or address', schema: z.string().default('127.0.0.1') },
  PALATE_PORT: { expected: 'a port from 0 to 65535', schema: wholeNumber(0, 65_535).default(8080) },
  PALATE_DATA_DIR: { expected: 'a directory', schema: z.string().default('./data') },
  DATABASE_URL: {
    expected: 'a URL such as postgres://user:password@host:5432/database',
    secret: true,
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\/.+/)
      .optional(),
  },
  PALATE_PG_CONNECTIONS: {
    expected: 'a number of connections from 2 to 500',
    schema: wholeNumber(2, 500).default(10),
  },
  PALATE_PG_PREPARED: { expected: 'on or off', schema: z.enum(['on', 'off']).default('on') },
  PALATE_BOOTSTRAP_KEY: {
    expected: 'a well-formed API key (plt_, 32 characters, checksum)',
    secret: true,
    schema: z.string().refine(isWellFormedKey).optional(),
  },
  PALATE_SECRET_KEY: secretKey,
  PALATE_SECRET_KEY_OLD: secretKey,
  PALATE_FRAMES_URL: {
    expected: 'a URL such as s3://bucket/prefix?endpoint=https://host&region=us-east-1',
    secret: true,
    schema: z.string().transform(parsedBy(parseObjectHome)).optional(),
  },
  PALATE_FRAMES_URL_OLD: {
    expected: 'a comma-separated list of URLs such as s3://bucket/prefix?endpoint=https://host&region=us-east-1',
    secret: true,
    schema: z.string().default('').transform(parsedBy(parseObjectHomes)),
  },
  PALATE_BASE_PATH: {
    expected: 'a path such as /palate',
    schema: z.string().default('/').transform(parsedBy(parseBasePath)),
  },
  PALATE_PUBLIC_URL: {
    expected: 'a URL such as https://palate.example.com, without a query',
    schema: z.string().transform(parsedBy(parsePublicUrl)).optional(),
  },
  PALATE_CORS_ORIGINS: {
    expected: 'a comma-separated list of origins such as https://app.example.com',
    schema: z.string().default('').transform(parsedBy(parseOrigins)),
  },
  PALATE_METRICS_PORT: { expected: 'a port from 0 to 65535', schema: wholeNumber(0, 65_535).optional() },
  PALATE_OTLP_URL: {
    expected: 'the URL of a collector such as http://localhost:4318',
    schema: z.string().transform(parsedBy(parseOtlpUrl)).optional(),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    expected: 'a comma-separated list of headers such as api-key=…, with percent-encoded values',
    secret: true,
    schema: z.string().default('').transform(parsedBy(parseOtlpHeaders)),
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    expected: 'a comma-separated list such as deployment.environment.name=production, with percent-encoded values',
    schema: z.string().default('').transform(parsedBy(parseKeyValues)),
  },
  OTEL_TRACES_SAMPLER: {
    expected: `one of ${samplers.join(', ')}`,
    schema: z.enum(samplers).default('parentbased_always_on'),
  },
  OTEL_TRACES_SAMPLER_ARG: fraction('1'),
  PALATE_RATE_LIMIT: {
    expected: 'a number of requests per minute, at least 1',
    schema: wholeNumber(1, 1e9).default(6000),
  },
  PALATE_KEYLESS_RATE_LIMIT: {
    expected: 'a number of requests per minute, at least 1',
    schema: wholeNumber(1, 1e9).default(6000),
  },
  PALATE_AUTH_FAILURES: {
    expected: 'a number of failures per minute, at least 1',
    schema: wholeNumber(1, 1e9).default(300),
  },
  PALATE_OIDC_ISSUER: {
    expected: 'the URL of an identity provider, as it names itself, such as https://id.example.com',
    schema: z.string().transform(parsedBy(parseIssuer)).optional(),
  },
  PALATE_OIDC_CLIENT_ID: { expected: 'the id of a client', schema: z.string().optional() },
  PALATE_OIDC_CLIENT_SECRET: { expected: 'the secret of the client', secret: true, schema: z.string().optional() },
  PALATE_OIDC_ACCOUNT: { expected: 'the name of an account', schema: z.string().default('default') },
  PALATE_OIDC_ROLES: {
    expected: 'a comma-separated list of groups with roles, such as leads=owner, agency=judge@site+shop, *=viewer',
    schema: z.string().default('').transform(parsedBy(parseRoleRules)),
  },
  PALATE_OIDC_GROUPS_CLAIM: { expected: 'the name of a claim', schema: z.string().default('groups') },
  PALATE_OIDC_NAME: { expected: 'a name of up to 60 characters', schema: z.string().max(60).optional() },
  PALATE_TRUSTED_PROXIES: {
    expected: 'a comma-separated list of networks such as 10.0.0.0/8, fd00::/8',
    schema: z.string().default('').transform(parsedBy(parseCidrs)),
  },
  PALATE_ACCOUNT_BYTES: {
    expected: 'a number of bytes, at least 1, or off',
    schema: z
      .string()
      .regex(/^([1-9][0-9]{0,14}|off)$/)
      .default(String(accountBytesDefault))
      .transform((text) => (text === 'off' ? Number.POSITIVE_INFINITY : Number(text))),
  },
  PALATE_EMBEDDER: {
    expected: 'builtin, onnx:/path/to/model.onnx or https://host/v1/embeddings?model=NAME',
    secret: true,
    schema: z.string().default('builtin').transform(parsedBy(parseEmbedder)),
  },
  PALATE_SCORING_THREADS: { expected: 'a number of threads from 1 to 256', schema: wholeNumber(1, 256).optional() },
  PALATE_POOLED_TASTE: { expected: 'on or off', schema: z.enum(['on', 'off']).default('on') },
  PALATE_ALLOW_PRIVATE_NETWORK: {
    expected: 'a comma-separated list of networks such as 10.0.0.0/8, fd00::/8',
    schema: z.string().default('').transform(parsedBy(parseCidrs)),
  },
  PALATE_REPEAT_SHARE: fraction('0.05'),
  PALATE_WEBHOOK_RETRY_MS: {
    expected: 'a comma-separated list of milliseconds before each retry, such as 5000,300000',
    schema: z.string().default(defaultRetryPausesMs.join(',')).transform(parsedBy(parseRetryPauses)),
  },
  PALATE_EVENTS_DAYS: daysVariable(daysKept.events, unlimited),
  PALATE_AUDIT_DAYS: daysOrForEver(daysKept.audit),
  PALATE_BATCHES_DAYS: daysOrForEver(daysKept.batches),
  PALATE_SEEN_FRAMES_DAYS: daysVariable(daysKept.seenFrames, unlimited),
  PALATE_FEATURES_DAYS: daysVariable(daysKept.features, 'they would fill every account'),
  PALATE_SHARES_DAYS: daysOrForEver(daysKept.shares),
  PALATE_DRAIN_MS: {
    expected: 'a number of milliseconds from 0 to 3600000',
    schema: wholeNumber(0, 3_600_000).default(0),
  },
  PALATE_LOG_LEVEL: { expected: `one of ${logLevels.join(', ')}`, schema: z.enum(logLevels).default('info') },
} as const satisfies Record<string, Variable>

interface Variable {
  readonly expected: string
  readonly secret?: boolean
  readonly schema: z.ZodType
}

export type Config = ReturnType<typeof readConfig>
export type TraceSettings = NonNullable<Config['traces']>

export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  return {
    host: read(env, 'PALATE_HOST'),
    port: read(env, 'PALATE_PORT'),
    dataDir: read(env, 'PALATE_DATA_DIR'),
    databaseUrl: read(env, 'DATABASE_URL'),
    postgresConnectionsMax: read(env, 'PALATE_PG_CONNECTIONS'),
    preparesStatements: read(env, 'PALATE_PG_PREPARED') === 'on',
    bootstrapKey: read(env, 'PALATE_BOOTSTRAP_KEY'),
    secretKey: read(env, 'PALATE_SECRET_KEY'),
    secretKeyOld: read(env, 'PALATE_SECRET_KEY_OLD'),
    framesHome: read(env, 'PALATE_FRAMES_URL'),
    framesHomesOld: read(env, 'PALATE_FRAMES_URL_OLD'),
    s3Credentials: findS3Credentials(env),
    basePath: read(env, 'PALATE_BASE_PATH'),
    publicUrl: read(env, 'PALATE_PUBLIC_URL'),
    corsOrigins: read(env, 'PALATE_CORS_ORIGINS'),
    metricsPort: read(env, 'PALATE_METRICS_PORT'),
    traces: readTraceSettings(env),
    rateLimit: read(env, 'PALATE_RATE_LIMIT'),
    keylessRateLimit: read(env, 'PALATE_KEYLESS_RATE_LIMIT'),
    authFailures: read(env, 'PALATE_AUTH_FAILURES'),
    oidc: oidcSettings({
      issuer: read(env, 'PALATE_OIDC_ISSUER'),
      clientId: read(env, 'PALATE_OIDC_CLIENT_ID'),
      clientSecret: read(env, 'PALATE_OIDC_CLIENT_SECRET'),
      account: read(env, 'PALATE_OIDC_ACCOUNT'),
      rules: read(env, 'PALATE_OIDC_ROLES'),
      groupsClaim: read(env, 'PALATE_OIDC_GROUPS_CLAIM'),
      name: read(env, 'PALATE_OIDC_NAME'),
    }),
    trustedProxies: read(env, 'PALATE_TRUSTED_PROXIES'),
    accountBytesMax: read(env, 'PALATE_ACCOUNT_BYTES'),
    embedder: read(env, 'PALATE_EMBEDDER'),
    scoringThreads: read(env, 'PALATE_SCORING_THREADS'),
    pooledTaste: read(env, 'PALATE_POOLED_TASTE') === 'on',
    allowPrivateNetwork: read(env, 'PALATE_ALLOW_PRIVATE_NETWORK'),
    repeatShare: read(env, 'PALATE_REPEAT_SHARE'),
    webhookRetryPausesMs: read(env, 'PALATE_WEBHOOK_RETRY_MS'),
    daysKept: {
      events: read(env, 'PALATE_EVENTS_DAYS'),
      audit: read(env, 'PALATE_AUDIT_DAYS'),
      batches: read(env, 'PALATE_BATCHES_DAYS'),
      seenFrames: read(env, 'PALATE_SEEN_FRAMES_DAYS'),
      features: read(env, 'PALATE_FEATURES_DAYS'),
      shares: read(env, 'PALATE_SHARES_DAYS'),
    } satisfies DaysKept,
    drainMs: read(env, 'PALATE_DRAIN_MS'),
    logLevel: read(env, 'PALATE_LOG_LEVEL'),
  } as const
}

/** The variables of OpenTelemetry may be there for other programs, so they count only if Palate sends traces. */
function readTraceSettings(env: Readonly<Record<string, string | undefined>>) {
  const url = read(env, 'PALATE_OTLP_URL')
  if (url === undefined) return undefined
  return {
    url,
    headers: read(env, 'OTEL_EXPORTER_OTLP_HEADERS'),
    resource: read(env, 'OTEL_RESOURCE_ATTRIBUTES'),
    sampler: read(env, 'OTEL_TRACES_SAMPLER'),
    ratio: read(env, 'OTEL_TRACES_SAMPLER_ARG'),
  } as const
}

function read<Name extends keyof typeof variables>(
  env: Readonly<Record<string, string | undefined>>,
  name: Name,
): z.output<(typeof variables)[Name]['schema']> {
  const { expected, schema, secret = false }: Variable = variables[name]
  const inFile = secret ? readSecretFile(env, name) : undefined
  // Many tools set a variable to the empty string to mean "not set".
  const value = inFile ?? (env[name] === '' ? undefined : env[name])
  const result = schema.safeParse(value)
  if (result.success) return result.data as z.output<(typeof variables)[Name]['schema']>
  if (inFile !== undefined) throw new ConfigError(`the file in ${fileVariable(name)} must contain ${expected}`)
  throw new ConfigError(`${name} must be ${expected}${secret ? '' : `, not ${JSON.stringify(value)}`}`)
}

/** Read by the command line, the clients and the packages. */
const otherVariables = ['PALATE_URL', 'PALATE_API_KEY', 'PALATE_PROFILE', 'PALATE_IMAGES']
/** Kubernetes sets such variables for each of its services, which may be called `palate`. */
const setByKubernetes = /_SERVICE_(HOST|PORT(_.+)?)$|_PORT(_\d+_(TCP|UDP)(_.+)?)?$/

/** A sentence for each variable that begins with PALATE_ and that nothing reads, such as a misspelt one. */
export function describeUnknownVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const secrets = Object.entries<Variable>(variables).flatMap(([name, { secret }]) =>
    secret ? [fileVariable(name)] : [],
  )
  const known = [...Object.keys(variables), ...secrets, ...otherVariables]
  return Object.keys(env)
    .filter((name) => /^PALATE_/i.test(name) && !known.includes(name) && !setByKubernetes.test(name))
    .map((name) => {
      const { nearest, edits } = nearestOf(name.toUpperCase(), known)
      const advice = edits <= name.length / 4 ? `: did you mean ${nearest}?` : ''
      return `nothing reads the variable ${name}${advice}`
    })
}

function nearestOf(name: string, known: readonly string[]): { readonly nearest: string; readonly edits: number } {
  const [first] = known
    .map((nearest) => ({ nearest, edits: editsBetween(name, nearest) }))
    .sort((a, b) => a.edits - b.edits)
  return first as NonNullable<typeof first>
}

/** How many characters must be inserted, removed or replaced. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, character] of Array.from(one).entries()) {
    const next = [i + 1]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (character === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Turns a parser that throws into a zod transform. */
function parsedBy<Value>(parse: (text: string) => Value) {
  return (text: string, context: z.RefinementCtx): Value => {
    try {
      return parse(text)
    } catch {
      context.addIssue({ code: 'custom' })
      return z.NEVER
    }
  }
}

/** 0 keeps for ever what counts towards the limit of the account, or grows slowly. */
function daysOrForEver(days: number) {
  return {
    expected: `a number of days from 1 to ${daysKeptMax}, or 0 to keep them for ever`,
    schema: wholeNumber(0, daysKeptMax).default(days),
  } as const
}

function daysVariable(days: number, whyNotForEver: string) {
  return {
    expected: `a number of days from 1 to ${daysKeptMax}, and not 0, because ${whyNotForEver}`,
    schema: wholeNumber(1, daysKeptMax).default(days),
  } as const
}

function fraction(byDefault: string) {
  return {
    expected: 'a fraction from 0 to 1, such as 0.05',
    schema: z
      .string()
      .regex(/^(0|1|0?\.[0-9]{1,6}|1\.0{1,6})$/)
      .default(byDefault)
      .transform(Number),
  } as const
}

function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^[0-9]{1,10}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
}

/** Turns `/palate/` into `/palate`, and `/` into the empty string. */
function parseBasePath(text: string): string {
  const parts = text.split('/').slice(1)
  if (!text.startsWith('/')) throw new RangeError('a path starts with /')
  if (parts.at(-1) === '') parts.pop()
  if (!parts.every((part) => /^[A-Za-z0-9._~-]+$/.test(part) && !/^\.\.?$/.test(part)))
    throw new RangeError('not a path')
  return parts.map((part) => `/${part}`).join('')
}

/** Origins as browsers send them: only scheme, host and port. */
function parseOrigins(text: string): readonly string[] {
  const origins = text.split(',').map((part) => part.trim())
  return origins.filter((origin) => origin !== '').map(originOf)
}

function originOf(text: string): string {
  const { protocol, origin } = new URL(text)
  const isOrigin = text === origin || text === `${origin}/`
  if (!isOrigin || !/^https?:$/.test(protocol)) throw new RangeError('not an origin')
  return origin
}

/** Where others reach the service, with the path prefix and without a slash at the end. */
function parsePublicUrl(text: string): string {
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text)
  if (!/^https?:$/.test(protocol) || `${search}${hash}${username}${password}` !== '') throw new RangeError('not a URL')
  return `${origin}${pathname.replace(/\/+$/, '')}`
}
