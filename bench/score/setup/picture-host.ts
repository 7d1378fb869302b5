import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Format, formats, numbered, readPictures, sceneCount } from './pictures.ts'

// A process that serves pictures. Each number has its own bytes: /jpeg/17 and /jpeg/29 show the same scene in different
// bytes. With ?tag the response has an ETag.

const pictures = Object.fromEntries(formats.map((format) => [format, readPictures(process.argv[2] ?? '', format)]))
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const [, format = '', number = '', tag] = /^\/(\w+)\/(\d+)(\?tag)?$/.exec(request.url ?? '') ?? []
  const picture = pictures[format]?.[Number(number) % sceneCount]
  if (!picture) return response.writeHead(404).end()
  const headers = tag ? { etag: `"${format}-${number}"` } : {}
  if (tag && request.headers['if-none-match'] === headers.etag) return response.writeHead(304, headers).end()
  const bytes = numbered(picture, format as Format, Number(number))
  response.writeHead(200, { ...headers, 'content-type': `image/${format}`, 'content-length': bytes.length }).end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
process.once('disconnect', () => process.exit(0))
