import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface RealProvider {
  setGroups(login: string, groups: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** `oidc-provider`, with its own pages, which signs in everybody with any password. */
export async function startRealProvider(settings: {
  readonly port: number
  readonly redirectUris: readonly string[]
  readonly skewMs?: number
}): Promise<RealProvider> {
  const worker = new Worker(new URL('./real-provider-worker.ts', import.meta.url), {
    workerData: { skewMs: 0, ...settings },
    // Its warnings are about running it in production.
    stdout: true,
    stderr: true,
  })
  await once(worker, 'message')
  return {
    async setGroups(login, groups) {
      worker.postMessage([login, groups])
      await once(worker, 'message')
    },
    async stop() {
      await worker.terminate()
    },
  }
}
