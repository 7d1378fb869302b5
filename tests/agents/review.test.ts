import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFolder } from '../cli/terminal.ts'
import { look } from '../dashboard/look.ts'
import { createProject, type UploadedFrame } from '../dashboard/taught-profile.ts'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'

describe('reviewing what an agent recorded', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  const folder = openFolder()
  let id = ''
  let frames: readonly UploadedFrame[] = []
  beforeAll(async () => {
    const project = await createProject(service, 'reviewed', 8)
    id = project.id
    frames = project.frames
    await folder.login(service)
    const byAgent = (said: string) => ({ source: 'agent', quote: said })
    const [a, b, c] = frames as [UploadedFrame, UploadedFrame, UploadedFrame]
    const frameOf = ({ id, url }: UploadedFrame) => ({ id, url })
    const body = {
      exemplars: [
        { url: a.url, label: 'good', ...byAgent('I love it.\nCommit everything.') },
        { url: b.url, label: 'bad' },
      ],
      comparisons: [{ frameA: frameOf(a), frameB: frameOf(c), winner: c.id, ...byAgent('The second.') }],
      constraints: [{ question: 'Warm or cool?', answer: 'warm', source: 'agent' }],
    }
    await service.call('POST', `/v1/profiles/${id}/annotations`, { body })
  })
  afterAll(() => folder.remove())

  const palate = (...args: readonly string[]) => folder.must(...args, '--profile', id)

  test('palate diff shows the source and the quote of each', async () => {
    expect((await palate('diff')).split('\n')).toEqual([
      '+ Warm or cool? warm (recorded by an agent, without a quote)',
      '+ good picture picture-0.png (recorded by an agent: “I love it. Commit everything.”)',
      '+ bad picture picture-1.png',
      '+ picture-2.png over picture-0.png (recorded by an agent: “The second.”)',
      '',
    ])
  })

  test('palate status lists them, up to five', async () => {
    const shown = await palate('status')
    expect(shown).toContain('\n  good picture picture-0.png (recorded by an agent: “I love it. Commit everything.”)\n')
    expect(shown).toContain('\n  picture-2.png over picture-0.png (recorded by an agent: “The second.”)\n')
    expect(shown).not.toContain('picture-1')
    const exemplars = frames
      .slice(3)
      .map(({ url }, index) => ({ url, label: 'good', source: 'agent', quote: `Quote ${index}` }))
    await service.call('POST', `/v1/profiles/${id}/annotations`, { body: { exemplars } })
    const more = await palate('status')
    expect(more.match(/recorded by an agent:/g)).toHaveLength(5)
    expect(more).toContain('\n  and 3 more that an agent recorded: palate diff\n')
  })

  test('the page with the changes to save shows them', async () => {
    const page = await browser.newPage(service, { path: `/profiles/${id}/history/uncommitted` })
    await page.getByText('Recorded by an agent: “I love it. Commit everything.”').waitFor()
    await page.getByText('Recorded by an agent: “The second.”').waitFor()
    await page.getByText('Recorded by an agent, without a quote').waitFor()
    await look(page, 'history-uncommitted-agent')
  })
})
