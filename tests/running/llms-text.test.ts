import { describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'

describe.each(['', '/palate'])('/llms.txt with the base path "%s"', (basePath) => {
  const service = useService('sqlite', { PALATE_BASE_PATH: basePath })

  test('says what Palate is, and needs no key', async () => {
    const response = await fetch(`${service.url}${basePath}/llms.txt`, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await response.text()).toMatch(/^# Palate\n\n> Palate learns a team's taste .*\n> .*\n\n/)
    const head = await fetch(`${service.url}${basePath}/llms.txt`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('names paths that exist', async () => {
    const text = await (await fetch(`${service.url}${basePath}/llms.txt`)).text()
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path)
    expect(links).toEqual(['/openapi.json', '/docs', '/readyz'].map((path) => `${basePath}${path}`))
    for (const path of links) expect((await fetch(`${service.url}${path}`)).status).toBe(200)
    const { paths } = (await service.call('GET', '/openapi.json')).body
    const operations = [...text.matchAll(/`(GET|POST) ([^`]+)`/g)].map(([, method = '', path = '']) => {
      expect(path.startsWith(`${basePath}/`)).toBe(true)
      return paths[path.slice(basePath.length).replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.operationId
    })
    expect(operations).toEqual(['listProfiles', expect.stringMatching(/[Bb]rief/), 'scoreFrames', 'callMcp'])
  })

  test('does not exist for other methods', async () => {
    expect((await service.call('POST', '/llms.txt', { key: null, body: {} })).status).toBe(404)
  })
})
