import Fastify from 'fastify'
import { Agent, request } from 'undici'

// The baseline for known frames: a route that asks the pictures' hosts whether the pictures have changed, and answers.

interface Asked {
  readonly frames: readonly { readonly id: string; readonly url: string }[]
}

const app = Fastify()
const tags = new Map<string, string>()
const dispatcher = new Agent()
app.post<{ Body: Asked }>('/v1/score', async ({ body }) => ({
  scores: await Promise.all(
    body.frames.map(async ({ id, url }) => {
      if (url.startsWith('http')) await ask(url)
      return { frame_id: id, aesthetics: 0.5 }
    }),
  ),
}))

async function ask(url: string): Promise<void> {
  const known = tags.get(url)
  const { headers, body: picture } = await request(url, {
    dispatcher,
    headers: known === undefined ? {} : { 'if-none-match': known },
  })
  await picture.dump()
  if (headers.etag) tags.set(url, String(headers.etag))
}

const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`bare: listening on ${url}\n`)
process.once('SIGTERM', () => process.exit(0))
