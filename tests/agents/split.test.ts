import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson } from '../harness/person.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { openStage, profileWith, type Stage } from '../scoring/scoring-service.ts'
import { callTool, connectOverHttp } from './mcp-client.ts'

let stage: Stage
let profile: string
beforeAll(async () => {
  stage = await openStage('sqlite')
  const ann = await createPerson(stage.service, 'judge', 'Ann')
  const ben = await createPerson(stage.service, 'judge', 'Ben')
  const exemplars = await Promise.all(
    Array.from({ length: 16 }, async (_, i) => ({
      ...{ id: `e${i}`, by: i < 8 ? ann.id : ben.id, label: (i % 2 === 0) === i < 8 ? 'good' : 'bad' },
      url: await stage.picture(i % 2 === 0 ? 'warm' : 'cold', i % 8),
    })),
  )
  profile = await profileWith(stage.service, { exemplars })
})
afterAll(() => stage.close())

test('a score names those whom the picture would split, and says to ask them', async () => {
  const client = await connectOverHttp(stage.service)
  const picture = dataUrl(await paint({ mood: 'warm', seed: 20 }))
  const { text, data } = await callTool(client, 'palate_score', { pictures: [picture], profile })
  await client.close()
  expect(text).toMatch(/: The team is split: 0\.\d\d for Ann, 0\.\d\d for Ben\. Ask them\./)
  expect(data).toMatchObject({
    results: [{ split: { highest: { name: 'Ann' }, lowest: { name: 'Ben' } } }],
  })
})
