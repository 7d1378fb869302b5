import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataUrl, paint } from './pictures.ts'
import { commitElements, openStage, profileWith, type Stage, scoreOf } from './scoring-service.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

// Scoring keeps its data in memory, so the store makes no difference.
describe('the memory of scoring', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage('sqlite')
  })
  afterAll(() => stage.close())

  it('does not retain the pictures of scored versions', async () => {
    const [url, probe] = await Promise.all([
      paint({ mood: 'warm', seed: 1, width: 1600, height: 1000 }).then(dataUrl),
      stage.picture('warm', 2),
    ])
    const elements = (answer: string) => ({
      constraints: [{ id: 'c', question: 'q', answer }],
      exemplars: [{ id: 'e', url, label: 'good' }],
    })
    const id = await profileWith(stage.service, elements('first'))
    const heapAfter = async (versionId: string) => {
      await scoreOf(stage.service, id, probe, { version_id: versionId })
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const before = await heapAfter('v1')
    for (let i = 2; i <= 8; i++) await commitElements(stage.service, id, `v${i}`, elements(`answer ${i}`))
    for (let i = 2; i < 8; i++) await scoreOf(stage.service, id, probe, { version_id: `v${i}` })
    // Seven more versions, each with a picture of more than a million characters.
    expect(url.length).toBeGreaterThan(1e6)
    expect((await heapAfter('v8')) - before).toBeLessThan(5e6)
  })
})
