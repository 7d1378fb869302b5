import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operations } from '@palate/core/operations.ts'
import { type OperationId, routes } from '@palate/core/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Handler, Operation } from '../operations.ts'
import type { Services } from '../services.ts'
import { createRequestHandler } from './app.ts'

test.each(['diagnoseProfile', 'getFrameThumbnail', 'getThumbnail'] as const)(
  '%s, which waits for pictures and models, is aborted when its client disconnects',
  async (id) => {
    const reached = Promise.withResolvers<AbortSignal>()
    const handler = (async ({ signal }) => {
      reached.resolve(signal)
      await once(signal, 'abort')
      throw signal.reason
    }) as Handler<OperationId>
    const operation: Operation = { id, route: routes[id], schemas: operations[id], handler }
    const handleRequest = createRequestHandler({ store: {}, clock: () => new Date() } as unknown as Services)
    const params = { id: 'prof_0', contentHash: '0' }
    const performed = Promise.withResolvers<unknown>()
    const server = createServer((request, raw) => {
      const fastifyRequest = {
        url: request.url,
        params,
        query: {},
        headers: {},
        raw: request,
      } as unknown as FastifyRequest
      performed.resolve(handleRequest(operation, fastifyRequest, { raw, request: fastifyRequest } as FastifyReply))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const leaving = new AbortController()
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const asking = expect(fetch(url, { signal: leaving.signal })).rejects.toThrow()
    expect((await reached.promise).aborted).toBe(false)
    leaving.abort()
    await expect(performed.promise).rejects.toThrow('the client disconnected')
    await asking
    server.close()
  },
)
