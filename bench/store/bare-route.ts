import Fastify from 'fastify'

/** The baseline for Palate's list: one route that sends the given bytes. */
const app = Fastify()
const body = process.env.BARE_BODY ?? ''
app.get('/v1/profiles', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`bare: listening on ${url}\n`)
process.once('SIGTERM', () => process.exit(0))
