import { execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { eventually } from '../harness/eventually.ts'

const run = promisify(execFile)

/** An identity provider of Debian, unpacked into a folder. Undefined where there is no such package, or no network. */
export async function unpackGlewlwyd(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined
  const options = { cwd: folder, timeout: 120_000 }
  const depends = ['depends', '--recurse', '--no-recommends', '--no-suggests', '--no-conflicts', '--no-breaks']
  try {
    const { stdout } = await run('apt-cache', [...depends, '--no-replaces', '--no-enhances', 'glewlwyd'], options)
    const libraries = [...new Set(stdout.match(/^(?:lib|fonts-)[a-z0-9.+-]+$/gm))].filter((name) => !basic.test(name))
    await run('apt-get', ['download', 'glewlwyd', 'glewlwyd-common', ...libraries], options)
    const packages = readdirSync(folder).filter((name) => name.endsWith('.deb'))
    for (const name of packages) await run('dpkg', ['-x', name, folder], options)
    await run(join(folder, 'usr/bin/glewlwyd'), ['--version'], { env: environmentOf(folder) })
    return folder
  } catch {
    return undefined
  }
}

/** Every system has these. */
const basic = /^lib(c6|c-bin|gcc-s1|crypt1|stdc\+\+6|perl.*|debconf.*|pam.*)$/

function environmentOf(root: string) {
  const places = globSync(['usr/lib/*-linux-gnu', 'lib/*-linux-gnu'], { cwd: root }).map((path) => join(root, path))
  // It takes the variable instead of the file's `false` for a missing certificate.
  return { LD_LIBRARY_PATH: places.join(':'), GLWD_USE_SECURE_CONNECTION: '0' }
}

export interface Glewlwyd {
  readonly issuer: string
  setGroups(username: string, groups: readonly string[]): Promise<void>
  stop(): Promise<void>
}

export const password = 'a password'
/** Without characters that Basic authentication has to escape: glewlwyd takes them literally. */
export const secret = 'secret'

/** Starts it with one client, and with a person for whom `setGroups` sets groups. */
export async function startGlewlwyd(root: string, port: number, redirectUri: string): Promise<Glewlwyd> {
  const url = `http://127.0.0.1:${port}`
  const issuer = `${url}/api/oidc`
  const database = join(root, 'glewlwyd.db')
  const store = new DatabaseSync(database)
  store.exec(readFileSync(join(root, 'usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'), 'utf8'))
  store.close()
  const pages = join(root, 'webapp')
  const installed = join(root, 'usr/share/glewlwyd/webapp')
  // A link to where an installed package has its settings.
  rmSync(join(installed, 'config.json'), { force: true })
  // It sends no file to which a link leads out of the folder.
  await run('cp', ['-rL', installed, pages])
  cpSync(join(root, 'usr/share/glewlwyd/templates/config.json'), join(pages, 'config.json'))
  const config = join(root, 'glewlwyd.conf')
  writeFileSync(config, settings({ root, url, port, pages, database }))
  const program = spawn(join(root, 'usr/bin/glewlwyd'), [`--config-file=${config}`], {
    env: environmentOf(root),
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => program.once('exit', resolve))

  const signIn = () => post('/auth/', { username: 'admin', password: 'password' })
  let cookie = ''
  function request(method: string, path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', cookie }
    return fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
  }
  const post = (path: string, body: object) => request('POST', path, body)
  async function must(method: string, path: string, body: object): Promise<void> {
    const answer = await request(method, path, body)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }

  const signedIn = await eventually(signIn)
  cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const groups = { multiple: true, read: true, write: true, 'profile-read': true, 'profile-write': false }
  const users = { 'use-glewlwyd-connection': true, 'data-format': { groups } }
  const ofUsers = { module: 'database', name: 'database', display_name: 'People', order_rank: 0, parameters: users }
  await must('PUT', '/mod/user/database', ofUsers)
  await must('PUT', '/mod/user/database/reset', {})
  await must('POST', '/mod/plugin/', {
    ...{ module: 'oidc', name: 'oidc', display_name: 'OpenID Connect' },
    parameters: { ...plugin, ...newKey(), iss: issuer },
  })
  await must('POST', '/client/', {
    ...{ client_id: 'palate', name: 'Palate', confidential: true, enabled: true, scope: [] },
    ...{ client_secret: secret, password: secret, authorization_type: ['code'], redirect_uri: [redirectUri] },
    token_endpoint_auth_method: ['client_secret_basic'],
  })
  const known = new Set<string>()
  return {
    issuer,
    async setGroups(username, names) {
      const person = { username, name: `${username} of Debian`, email: '', password, scope: ['openid'], enabled: true }
      const [method, path] = known.has(username) ? ['PUT', `/user/${username}`] : ['POST', '/user/']
      known.add(username)
      await must(method, path, { ...person, groups: names })
    },
    async stop() {
      program.kill()
      await ended
    },
  }
}

function newKey() {
  const encoding = { type: 'pkcs8', format: 'pem' } as const
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    ...{ modulusLength: 2048, privateKeyEncoding: encoding },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { 'jwt-type': 'rsa', 'jwt-key-size': '256', key: privateKey, cert: publicKey }
}

const plugin = {
  ...{ 'access-token-duration': 3600, 'refresh-token-duration': 1_209_600, 'code-duration': 600 },
  ...{ 'refresh-token-rolling': true, 'allow-non-oidc': true, 'jwks-show': true, 'subject-type': 'public' },
  ...{ 'auth-type-code-enabled': true, 'auth-type-client-enabled': false, 'auth-type-token-enabled': false },
  ...{ 'auth-type-id-token-enabled': true, 'auth-type-none-enabled': false, 'auth-type-password-enabled': false },
  ...{ 'auth-type-refresh-enabled': false, 'pkce-allowed': true, 'pkce-method-plain-allowed': false },
  ...{ 'name-claim': 'mandatory', 'name-claim-scope': [], scope: [], 'additional-parameters': [] },
  claims: [
    ...[{ name: 'groups', 'user-property': 'groups', type: 'string', mandatory: true, 'on-demand': false, scope: [] }],
  ],
  'allowed-scope': ['openid'],
}

function settings(given: Readonly<Record<'root' | 'url' | 'pages' | 'database', string>> & { readonly port: number }) {
  const { root, url, port, pages, database } = given
  const modules = join(root, 'usr/lib/glewlwyd')
  const types = {
    '.html': 'text/html',
    '.js': 'application/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
  }
  const mediaTypes = Object.entries(types).map(
    ([extension, type]) => `{ extension = "${extension}"; mime_type = "${type}"; compress = 0 }`,
  )
  return `port=${port}
bind_address="127.0.0.1"
external_url="${url}"
login_url="login.html"
api_prefix="api"
static_files_path="${pages}/"
log_mode="console"
log_level="ERROR"
cookie_domain=""
cookie_secure=0
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${modules}/user"
user_middleware_module_path="${modules}/user_middleware"
client_module_path="${modules}/client"
user_auth_scheme_module_path="${modules}/scheme"
plugin_module_path="${modules}/plugin"
use_secure_connection=false
secure_connection_key_file=""
secure_connection_pem_file=""
hash_algorithm="SHA512"
database={ type="sqlite3"; path="${database}"; };
static_files_mime_types=(${mediaTypes.join(', ')})
`
}
