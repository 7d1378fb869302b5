import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'palate-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const key = 'plt_0123456789ABCDEFGHIJKLMNOPQRSTUV1Wf27d'
const secretKey = Buffer.alloc(32, 7).toString('base64')

function file(content: string): string {
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, content)
  return path
}

describe('a secret in a file', () => {
  test.each([
    ['DATABASE_URL', 'postgres://u:p@h/d', 'databaseUrl'],
    ['PALATE_BOOTSTRAP_KEY', key, 'bootstrapKey'],
    ['PALATE_SECRET_KEY', secretKey, 'secretKey'],
    ['PALATE_SECRET_KEY_OLD', secretKey.replace('=', ''), 'secretKeyOld'],
  ] as const)('%s_FILE is used like the variable, without the line end', (name, value, member) => {
    for (const end of ['', '\n', '\r\n']) {
      expect(readConfig({ [`${name}_FILE`]: file(value + end) })[member]).toBe(value)
    }
    expect(readConfig({ [`${name}_FILE`]: '' })[member]).toBeUndefined()
  })

  test('PALATE_OIDC_CLIENT_SECRET_FILE is used like the variable', () => {
    const env = {
      PALATE_OIDC_ISSUER: 'https://id.example.com',
      PALATE_OIDC_CLIENT_ID: 'x',
      PALATE_OIDC_ROLES: '*=viewer',
    }
    expect(readConfig({ ...env, PALATE_OIDC_CLIENT_SECRET_FILE: file('secret\n') }).oidc?.clientSecret).toBe('secret')
  })

  test('must not be set in both ways, unless one is empty', () => {
    const path = file(key)
    const both = { PALATE_BOOTSTRAP_KEY: key, PALATE_BOOTSTRAP_KEY_FILE: path }
    expect(() => readConfig(both)).toThrow(
      new ConfigError('set PALATE_BOOTSTRAP_KEY or PALATE_BOOTSTRAP_KEY_FILE, not both'),
    )
    expect(readConfig({ ...both, PALATE_BOOTSTRAP_KEY: '' }).bootstrapKey).toBe(key)
  })

  test.each([
    ['that does not exist', () => join(folder, 'none'), 'PALATE_SECRET_KEY_FILE must name a readable file (ENOENT)'],
    ['that is a directory', () => folder, 'PALATE_SECRET_KEY_FILE must name a readable file (EISDIR)'],
    ['that is empty', () => file('\n'), 'PALATE_SECRET_KEY_FILE must name a file that is not empty'],
    [
      'with something else',
      () => file('secret'),
      'the file in PALATE_SECRET_KEY_FILE must contain 32 bytes in base64, as `openssl rand -base64 32` prints them',
    ],
  ])('%s is refused without repeating its content', (_, path, message) => {
    expect(() => readConfig({ PALATE_SECRET_KEY_FILE: path() })).toThrow(new ConfigError(message))
  })

  test('only secrets can come from a file', () => {
    expect(readConfig({ PALATE_HOST_FILE: file('0.0.0.0') }).host).toBe('127.0.0.1')
  })
})

test.each(['short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64'), `${secretKey}=`])(
  'PALATE_SECRET_KEY=%s is refused without repeating it',
  (value) => {
    expect(() => readConfig({ PALATE_SECRET_KEY: value })).toThrow(/^PALATE_SECRET_KEY must be 32 bytes in base64, as /)
  },
)
