import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('pictures that were judged without a name', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, directory } = folder
  beforeAll(async () => {
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    const client = new Palate({ url: service.url, apiKey: service.key })
    const upload = async (name: string, seed: number) => {
      const file = join(directory, name)
      writeFileSync(file, await paint({ mood: seed < 3 ? 'warm' : 'cold', seed }))
      return client.frames.upload(file, { projectId: 'studio' })
    }
    const frames = await Promise.all(
      ['honey.png', 'amber.png', 'ice.png', 'sea.png'].map((name, i) => upload(name, i + 1)),
    )
    const [honey = '', amber = '', ice = '', sea = ''] = frames.map(({ id }) => id)
    await client.annotations.add(folder.profileId(), {
      exemplars: [
        { label: 'good', url: `frame:${honey}` },
        { label: 'bad', url: `frame:${ice}` },
      ],
      comparisons: [{ frameA: amber, frameB: sea, winner: amber }],
    })
    await must('commit', '-m', 'Warm')
  })
  afterAll(folder.remove)

  test('are listed by the names of their frames', async () => {
    const listed = await must('list')
    for (const name of ['honey.png', 'ice.png', 'amber.png over sea.png']) expect(listed).toContain(name)
    expect(listed).not.toContain('frm_')
    expect(await must('show', 'HEAD')).toMatch(/\+ good picture honey\.png[\s\S]*\+ amber\.png over sea\.png/)
  })

  test('are named in reasons and in the report', async () => {
    const explained = await must('score', 'honey.png', 'sea.png', '--explain', '--html', 'report.html')
    expect(explained).toMatch(/Similar to what you (preferred|rejected), such as [^\n]*(honey|ice|amber|sea)\.png/)
    for (const text of [explained, readFileSync(join(directory, 'report.html'), 'utf8')])
      expect(text).not.toMatch(/frm_|frame:/)
  })

  test('are named in suggestions', async () => {
    const suggested = await must('suggest', '--kind', 'comparison')
    expect(suggested).toMatch(/^Which one: \w+\.png or \w+\.png$/m)
    expect(suggested).not.toContain('frm_')
    expect(await must('suggest', '--kind', 'label')).toMatch(/^Good or bad: \w+\.png$/m)
  })
})
