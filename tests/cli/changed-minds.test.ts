import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

describe('changing a judgement from the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must } = folder
  let id: string
  beforeAll(async () => {
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    id = folder.profileId()
  })
  afterAll(() => folder.remove())

  const working = async () => (await service.call('GET', `/v1/profiles/${id}`)).body.profileData.workingChanges

  test('a picture that is added again changes its label and says so, and undo changes it back', async () => {
    const url = 'https://example.com/a.png'
    await must('add', url, '--good')
    const [before] = (await working()).exemplars
    expect(await must('add', url, 'https://example.com/b.png', '--bad')).toBe(
      `${url}: good → bad\nAdded 1 bad picture, changed 1 label (2 of 50 labels used). To commit: palate commit -m "…"\n`,
    )
    expect(await must('add', url, '--bad')).toContain(`${url}: already bad\nNothing changed (2 of 50 labels used)`)
    expect((await working()).exemplars[0]).toEqual({ ...before, label: 'bad' })
    await must('undo')
    expect((await working()).exemplars).toEqual([before])
  })

  test('a question that is answered again changes its answer, also after a commit', async () => {
    await must('answer', 'colour-temperature', 'warm')
    await must('commit', '-m', 'One')
    const changed = await must('answer', 'colour-temperature', 'cool')
    expect(changed).toMatch(/: warm → cool \(1 of 20 questions used\)/)
    expect((await working()).constraints).toHaveLength(1)
    await must('undo')
    expect((await working()).constraints).toEqual([])
  })
})
