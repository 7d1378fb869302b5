import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runOperatorCommand } from '../harness/command.ts'
import { eventually } from '../harness/eventually.ts'
import { createHomeOn, engines, type Home } from '../harness/home.ts'
import { type Postgres, startPostgres } from '../harness/postgres.ts'
import { startService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { createProfile } from '../profiles/profile-requests.ts'

const canTry = engines.includes('postgres') && spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0

/** PostgreSQL with a certificate for `localhost`, from a certification authority that nobody else knows. */
describe.runIf(canTry)('TLS to PostgreSQL', () => {
  const folder = createFolder('tls')
  const file = (name: string) => join(folder, name)
  let postgres: Postgres
  let direct: pg.Client
  beforeAll(async () => {
    for (const authority of ['ca', 'other-ca']) makeAuthority(authority)
    makeCertificate()
    postgres = await startPostgres()
    direct = new pg.Client({ connectionString: postgres.url })
    await direct.connect()
    await useCertificate()
  })
  afterAll(async () => {
    await direct?.end()
    await postgres?.stop()
  })

  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

  function makeAuthority(name: string): void {
    const subject = ['-subj', `/CN=${name}`, '-addext', 'basicConstraints=critical,CA:TRUE']
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      ...subject,
    )
  }

  function makeCertificate(): void {
    openssl(
      'req',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'server.key',
      '-out',
      'server.csr',
      '-subj',
      '/CN=localhost',
    )
    writeFileSync(file('names'), 'subjectAltName=DNS:localhost')
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
    openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...authority)
  }

  /** The server writes the files itself, because they must belong to its user. */
  async function useCertificate(): Promise<void> {
    for (const [setting, name] of [
      ['ssl_cert_file', 'server.pem'],
      ['ssl_key_file', 'server.key'],
    ] as const) {
      const text = readFileSync(file(name), 'utf8').trim()
      await direct.query(
        `copy (select unnest(string_to_array('${text}', e'\\n'))) to program 'umask 077; cat > ${name}'`,
      )
      await direct.query(`alter system set ${setting} = '${name}'`)
    }
    await direct.query('alter system set ssl = on')
    await direct.query('select pg_reload_conf()')
    await eventually(async () => {
      if ((await direct.query('show ssl')).rows[0].ssl !== 'on') throw new Error('TLS is off')
    })
  }

  async function homeWith(parameters: string): Promise<Home> {
    const { env, ...home } = await createHomeOn(postgres.url.replace('127.0.0.1', 'localhost'))
    return { ...home, env: { ...env, PALATE_SCORING_THREADS: '1', DATABASE_URL: `${env.DATABASE_URL}?${parameters}` } }
  }

  test.each([
    ['verify-full with its authority', () => `sslmode=verify-full&sslrootcert=${file('ca.pem')}`],
    ['no-verify', () => 'sslmode=no-verify'],
  ])('sslmode=%s encrypts every connection', async (_, parameters) => {
    const home = await homeWith(parameters())
    const service = await startService('postgres', {}, home)
    await createProfile(service)
    const { rows } = await direct.query(
      'select ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname = $1',
      [new URL(home.env.DATABASE_URL ?? '').pathname.slice(1)],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([])
    await service.stop()
    await home.remove()
  })

  test.each([
    ['of another authority', () => `sslmode=verify-full&sslrootcert=${file('other-ca.pem')}`],
    ['of none that Node knows', () => 'sslmode=verify-full'],
    ['of none that Node knows, as libpq would not check', () => 'sslmode=require'],
  ])('a certificate %s is refused, and palate doctor says so', async (_, parameters) => {
    const home = await homeWith(parameters())
    await expect(startService('postgres', {}, home)).rejects.toThrow('the store cannot be opened')
    const { code, stdout } = await runOperatorCommand(['doctor'], home.env)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^FAIL {2}store .*(certificate|self-signed)/m)
    await home.remove()
  })
})
