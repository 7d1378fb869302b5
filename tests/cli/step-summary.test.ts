import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('the step summary of a service with a public URL', () => {
  const service = useService('sqlite', { PALATE_PUBLIC_URL: 'https://palate.example.com' })
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)

  test('shows thumbnails that can be read without a key', async () => {
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    writeFileSync(join(directory, 'a.png'), await paint({ mood: 'warm', seed: 1 }))
    const summary = join(directory, 'summary.md')
    expect((await palate(['score', 'a.png'], { env: { GITHUB_STEP_SUMMARY: summary } })).code).toBe(0)
    const row = /^\| ✅ \| <img src="https:\/\/palate\.example\.com(\S+)" height="64" alt=""> \| <code>a\.png<\/code> /m
    const [, path = ''] = row.exec(readFileSync(summary, 'utf8')) ?? []
    expect(path).toContain('&signature=')
    expect((await service.call('GET', path, { key: null })).status).toBe(200)
    const { scores } = JSON.parse(await must('score', 'a.png', '--json'))
    expect(scores[0]).not.toHaveProperty('thumbnail_url')
  })

  test('shows a picture as it was and as it is', async () => {
    mkdirSync(join(directory, 'was'))
    writeFileSync(join(directory, 'was/a.png'), await paint({ mood: 'cold', seed: 2 }))
    const env = { GITHUB_STEP_SUMMARY: join(directory, 'compared.md') }
    await palate(['score', 'a.png', '--baseline', 'was'], { env })
    const text = readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')
    expect(text).toContain('| was | is | picture |')
    const paths = [...text.matchAll(/<img src="https:\/\/palate\.example\.com(\S+)"/g)].map(([, path = '']) => path)
    expect(new Set(paths).size).toBe(2)
    for (const path of paths) expect((await service.call('GET', path, { key: null })).status).toBe(200)
  })
})
