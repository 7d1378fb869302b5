import { createHomeOn, type Env } from '../../tests/harness/home.ts'
import { type Served, serve } from '../harness/serve.ts'

/** Runs the work against a fresh service, on PostgreSQL if a URL is given, otherwise on SQLite. */
export async function withService<Result>(
  postgresUrl: string | undefined,
  options: readonly string[],
  work: (service: Served, env: Env) => Promise<Result>,
): Promise<Result> {
  const home = await createHomeOn(postgresUrl)
  const env = { ...home.env, PALATE_ALLOW_PRIVATE_NETWORK: '127.0.0.0/8' }
  const service = await serve(env, options)
  const result = await work(service, env)
  await service.stop()
  await home.remove()
  return result
}

export async function subscribe(service: Served, url: string): Promise<void> {
  const { status, text } = await service.call('POST', '/v1/webhooks', { body: { url, events: ['profile.updated'] } })
  if (status !== 201) throw new Error(text)
}
