import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Runs in a thread of its own, because its clock may be wrong. */
interface Settings {
  readonly port: number
  readonly skewMs: number
  readonly redirectUris: string[]
}

const { port, skewMs, redirectUris } = workerData as Settings
const now = Date.now
Date.now = () => now() + skewMs
const { Provider } = await import('oidc-provider')

const groups = new Map<string, readonly string[]>()
parentPort?.on('message', ([login, names]: [string, readonly string[]]) => {
  groups.set(login, names)
  parentPort?.postMessage('set')
})

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: 'palate', client_secret: 'a secret', redirect_uris: redirectUris }],
  claims: { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] },
  scopes: ['openid', 'profile', 'email', 'groups'],
  cookies: { keys: ['for tests'] },
  pkce: { required: () => true },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({
      ...{ sub: accountId, name: `${accountId} of the provider`, email: `${accountId}@example.com` },
      groups: [...(groups.get(accountId) ?? [])],
    }),
  }),
})
createServer(provider.callback()).listen(port, '127.0.0.1', () => parentPort?.postMessage('listening'))
