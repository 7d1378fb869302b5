import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface Comment {
  readonly id: number
  readonly body: string
  readonly user: { readonly type: string }
}

/** A fake of GitHub's comments API on loopback. `status` makes it refuse. */
export async function startGitHub() {
  const comments: Comment[] = []
  const state = { status: 0, requests: [] as string[] }
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    state.requests.push(`${method} ${url}`)
    const { pathname, searchParams } = new URL(url, 'http://github')
    const send = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
    if (state.status > 0) return send(state.status, { message: 'no' })
    if (request.headers.authorization !== 'Bearer token') return send(401, {})
    if (method === 'GET' && pathname === '/repos/a/b/issues/7/comments') {
      const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))]
      return send(200, comments.slice((page - 1) * size, page * size))
    }
    const { body } = (await json(request)) as { body: string }
    if (method === 'POST' && pathname === '/repos/a/b/issues/7/comments') {
      comments.push({ id: comments.length + 1, body, user: { type: 'Bot' } })
      return send(201, comments.at(-1))
    }
    const at = comments.findIndex(({ id }) => pathname === `/repos/a/b/issues/comments/${id}`)
    const found = comments[at]
    if (method !== 'PATCH' || !found) return send(404, {})
    comments[at] = { ...found, body }
    return send(200, comments[at])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    state,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
