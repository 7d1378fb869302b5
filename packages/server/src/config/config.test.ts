import { describe, expect, test } from 'vitest'
import { describeUnknownVariables, readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const goodKey = 'plt_0123456789ABCDEFGHIJKLMNOPQRSTUV1Wf27d'
const misspeltKey = 'plt_0123456789ABCDEFGHIJKLMNOPQRSTUV1Wf27e'

const defaults = {
  host: '127.0.0.1',
  port: 8080,
  dataDir: './data',
  databaseUrl: undefined,
  postgresConnectionsMax: 10,
  preparesStatements: true,
  framesHome: undefined,
  framesHomesOld: [],
  traces: undefined,
  bootstrapKey: undefined,
  metricsPort: undefined,
  rateLimit: 6000,
  authFailures: 300,
  drainMs: 0,
  daysKept: { events: 30, audit: 90, batches: 7, seenFrames: 90, features: 30, shares: 30 },
  secretKey: undefined,
  secretKeyOld: undefined,
  oidc: undefined,
  trustedProxies: [],
  basePath: '',
  publicUrl: undefined,
  corsOrigins: [],
  logLevel: 'info',
}

describe('the configuration', () => {
  test('without variables has the documented defaults', () => {
    expect(readConfig({})).toMatchObject(defaults)
  })

  test('treats an empty variable as not set', () => {
    const names = ['HOST', 'PORT', 'DATA_DIR', 'BOOTSTRAP_KEY', 'METRICS_PORT', 'RATE_LIMIT', 'AUTH_FAILURES']
    const empty = Object.fromEntries(
      [...names.map((name) => `PALATE_${name}`), 'DATABASE_URL'].map((name) => [name, '']),
    )
    expect(readConfig({ ...empty, PALATE_LOG_LEVEL: '' })).toMatchObject(defaults)
  })

  test('reads every variable', () => {
    const config = readConfig({
      PALATE_HOST: '::1',
      PALATE_PORT: '0',
      PALATE_DATA_DIR: '/somewhere',
      DATABASE_URL: 'postgresql://u:p@h/d',
      PALATE_PG_CONNECTIONS: '2',
      PALATE_PG_PREPARED: 'off',
      PALATE_OTLP_URL: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b%2C c, other=',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      PALATE_BOOTSTRAP_KEY: goodKey,
      PALATE_METRICS_PORT: '65535',
      PALATE_RATE_LIMIT: '1',
      PALATE_KEYLESS_RATE_LIMIT: '5',
      PALATE_AUTH_FAILURES: '7',
      PALATE_DRAIN_MS: '5000',
      PALATE_EVENTS_DAYS: '1',
      PALATE_AUDIT_DAYS: '0',
      PALATE_BATCHES_DAYS: '3650',
      PALATE_SEEN_FRAMES_DAYS: '2',
      PALATE_FEATURES_DAYS: '3',
      PALATE_SHARES_DAYS: '4',
      PALATE_TRUSTED_PROXIES: '127.0.0.1, fd00::/8',
      PALATE_BASE_PATH: '/tools/palate/',
      PALATE_PUBLIC_URL: 'https://example.com/tools/palate/',
      PALATE_CORS_ORIGINS: 'https://a.example, http://localhost:5173/',
      PALATE_LOG_LEVEL: 'silent',
    })
    expect(config).toMatchObject({
      host: '::1',
      port: 0,
      dataDir: '/somewhere',
      databaseUrl: 'postgresql://u:p@h/d',
      preparesStatements: false,
      traces: {
        url: 'http://collector:4318/v1/traces',
        headers: { 'api-key': 'a=b, c', other: '' },
        resource: { 'deployment.environment.name': 'test' },
        sampler: 'traceidratio',
        ratio: 0.25,
      },
      bootstrapKey: goodKey,
      metricsPort: 65535,
      rateLimit: 1,
      keylessRateLimit: 5,
      authFailures: 7,
      drainMs: 5000,
      daysKept: { events: 1, audit: 0, batches: 3650, seenFrames: 2, features: 3, shares: 4 },
      trustedProxies: [
        { address: '127.0.0.1', prefix: 32, family: 'ipv4' },
        { address: 'fd00::', prefix: 8, family: 'ipv6' },
      ],
      basePath: '/tools/palate',
      publicUrl: 'https://example.com/tools/palate',
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      logLevel: 'silent',
    })
  })

  const provider = { PALATE_OIDC_ISSUER: 'https://id.example.com/realm', PALATE_OIDC_CLIENT_ID: 'palate' }

  test('reads the identity provider, whose name is its host by default', () => {
    expect(readConfig({ ...provider, PALATE_OIDC_ROLES: '*=judge@web' }).oidc).toEqual({
      issuer: 'https://id.example.com/realm',
      clientId: 'palate',
      clientSecret: undefined,
      account: 'default',
      rules: [{ group: null, role: 'judge', projects: ['web'] }],
      groupsClaim: 'groups',
      name: 'id.example.com',
    })
    expect(readConfig({ PALATE_OIDC_ROLES: '*=judge' }).oidc).toBeUndefined()
  })

  test.each([
    [{ PALATE_OIDC_ISSUER: 'https://id.example.com' }, 'PALATE_OIDC_CLIENT_ID must be set'],
    [provider, 'PALATE_OIDC_ROLES must be set'],
    [{ ...provider, PALATE_OIDC_ISSUER: 'id.example.com' }, 'PALATE_OIDC_ISSUER must be the URL of'],
    [{ ...provider, PALATE_OIDC_ISSUER: 'https://a:b@id.example.com' }, 'PALATE_OIDC_ISSUER must be the URL of'],
    [{ ...provider, PALATE_OIDC_ROLES: 'leads=admin' }, 'PALATE_OIDC_ROLES must be a comma-separated list'],
    [{ ...provider, PALATE_OIDC_ROLES: '*=viewer', PALATE_OIDC_NAME: 'x'.repeat(61) }, 'PALATE_OIDC_NAME must be'],
  ])('refuses %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  test.each([
    ['PALATE_PORT', 'http', 'PALATE_PORT must be a port from 0 to 65535, not "http"'],
    ['PALATE_BASE_PATH', 'palate', 'PALATE_BASE_PATH must be a path such as /palate, not "palate"'],
    ['PALATE_BASE_PATH', '/a/../b', 'PALATE_BASE_PATH must be a path such as /palate, not "/a/../b"'],
    ['PALATE_BASE_PATH', '//x', 'PALATE_BASE_PATH must be a path such as /palate, not "//x"'],
    [
      'PALATE_CORS_ORIGINS',
      '*',
      'PALATE_CORS_ORIGINS must be a comma-separated list of origins such as https://app.example.com, not "*"',
    ],
    [
      'PALATE_CORS_ORIGINS',
      'https://a.example/path',
      'PALATE_CORS_ORIGINS must be a comma-separated list of origins such as https://app.example.com, not "https://a.example/path"',
    ],
    [
      'PALATE_PUBLIC_URL',
      'palate.example.com',
      'PALATE_PUBLIC_URL must be a URL such as https://palate.example.com, without a query, not "palate.example.com"',
    ],
    [
      'PALATE_PUBLIC_URL',
      'https://a.example/?x=1',
      'PALATE_PUBLIC_URL must be a URL such as https://palate.example.com, without a query, not "https://a.example/?x=1"',
    ],
    ['PALATE_PG_PREPARED', 'no', 'PALATE_PG_PREPARED must be on or off, not "no"'],
    [
      'PALATE_OTLP_URL',
      'collector:4318',
      'PALATE_OTLP_URL must be the URL of a collector such as http://localhost:4318, not "collector:4318"',
    ],
    ['PALATE_PORT', '65536', 'PALATE_PORT must be a port from 0 to 65535, not "65536"'],
    ['PALATE_PORT', '-1', 'PALATE_PORT must be a port from 0 to 65535, not "-1"'],
    ['PALATE_PORT', '80.5', 'PALATE_PORT must be a port from 0 to 65535, not "80.5"'],
    ['PALATE_PORT', ' 80', 'PALATE_PORT must be a port from 0 to 65535, not " 80"'],
    ['PALATE_METRICS_PORT', '1e3', 'PALATE_METRICS_PORT must be a port from 0 to 65535, not "1e3"'],
    ['PALATE_RATE_LIMIT', '0', 'PALATE_RATE_LIMIT must be a number of requests per minute, at least 1, not "0"'],
    ['PALATE_DRAIN_MS', '5s', 'PALATE_DRAIN_MS must be a number of milliseconds from 0 to 3600000, not "5s"'],
    [
      'PALATE_EVENTS_DAYS',
      '0',
      'PALATE_EVENTS_DAYS must be a number of days from 1 to 3650, and not 0, because they count towards no limit and would fill the disk, not "0"',
    ],
    [
      'PALATE_SEEN_FRAMES_DAYS',
      '3651',
      'PALATE_SEEN_FRAMES_DAYS must be a number of days from 1 to 3650, and not 0, because they count towards no limit and would fill the disk, not "3651"',
    ],
    [
      'PALATE_FEATURES_DAYS',
      '0',
      'PALATE_FEATURES_DAYS must be a number of days from 1 to 3650, and not 0, because they would fill every account, not "0"',
    ],
    [
      'PALATE_AUDIT_DAYS',
      'never',
      'PALATE_AUDIT_DAYS must be a number of days from 1 to 3650, or 0 to keep them for ever, not "never"',
    ],
    [
      'PALATE_BATCHES_DAYS',
      '3651',
      'PALATE_BATCHES_DAYS must be a number of days from 1 to 3650, or 0 to keep them for ever, not "3651"',
    ],
    [
      'PALATE_SHARES_DAYS',
      '1.5',
      'PALATE_SHARES_DAYS must be a number of days from 1 to 3650, or 0 to keep them for ever, not "1.5"',
    ],
    [
      'PALATE_AUTH_FAILURES',
      'many',
      'PALATE_AUTH_FAILURES must be a number of failures per minute, at least 1, not "many"',
    ],
    [
      'PALATE_TRUSTED_PROXIES',
      'proxy.local',
      'PALATE_TRUSTED_PROXIES must be a comma-separated list of networks such as 10.0.0.0/8, fd00::/8, not "proxy.local"',
    ],
    [
      'PALATE_LOG_LEVEL',
      'loud',
      'PALATE_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
    ],
  ])('%s=%s is refused, and the message names the accepted values', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(message))
  })

  test.each([
    ['DATABASE_URL', 'mysql://me:secret@host/db', 'a URL such as postgres://user:password@host:5432/database'],
    ['DATABASE_URL', 'postgres://', 'a URL such as postgres://user:password@host:5432/database'],
    [
      'PALATE_FRAMES_URL',
      's3://key:secret@bucket',
      'a URL such as s3://bucket/prefix?endpoint=https://host&region=us-east-1',
    ],
    [
      'PALATE_FRAMES_URL_OLD',
      's3://pictures, s3://key:secret@bucket',
      'a comma-separated list of URLs such as s3://bucket/prefix?endpoint=https://host&region=us-east-1',
    ],
    ['PALATE_BOOTSTRAP_KEY', misspeltKey, 'a well-formed API key (plt_, 32 characters, checksum)'],
  ])('%s=%s is refused without repeating the secret', (name, value, expected) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`${name} must be ${expected}`))
  })
})

test('a variable that nothing reads is named, with the nearest one that something reads', () => {
  const env = {
    PALATE_PORTS: '1',
    palate_host: 'a',
    PALATE_DATADIR: 'b',
    PALATE_SECRET_KEY_FILES: 'c',
    PALATE_WHATEVER: 'd',
    PALATE_URL: 'e',
    PALATE_BOOTSTRAP_KEY_FILE: 'f',
    PALATE_API_SERVICE_HOST: '10.0.0.1',
    PALATE_API_PORT_8080_TCP_ADDR: '10.0.0.1',
    PATH: '/bin',
  }
  expect(describeUnknownVariables(env)).toEqual([
    'nothing reads the variable PALATE_PORTS: did you mean PALATE_PORT?',
    'nothing reads the variable palate_host: did you mean PALATE_HOST?',
    'nothing reads the variable PALATE_DATADIR: did you mean PALATE_DATA_DIR?',
    'nothing reads the variable PALATE_SECRET_KEY_FILES: did you mean PALATE_SECRET_KEY_FILE?',
    'nothing reads the variable PALATE_WHATEVER',
  ])
})
