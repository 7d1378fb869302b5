import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawCard, type Knobs } from '../../examples/agent-loop/card.ts'
import { runLoop } from '../../examples/agent-loop/loop.ts'
import { frameOf } from '../frames/frame-requests.ts'
import { sharedBrowser } from '../harness/launch-browser.ts'
import { useService } from '../harness/use-service.ts'
import { connectOverStdio } from './mcp-client.ts'

describe('the agent loop', () => {
  const service = useService('sqlite')
  const folder = mkdtempSync(join(tmpdir(), 'palate-loop-'))
  let profileId = ''
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** A team that likes dark, calm cards. */
  beforeAll(async () => {
    const page = await (await sharedBrowser()).newPage()
    const shoot = async (knobs: Knobs) => {
      await page.setContent(drawCard(knobs))
      return (await frameOf(service, await page.locator('main').screenshot())).url
    }
    const made = await service.call('POST', '/v1/profiles', { body: { projectId: 'studio', name: 'Calm' } })
    profileId = made.body.id
    const exemplars = []
    for (let i = 0; i < 5; i++) {
      exemplars.push({
        label: 'good',
        url: await shoot({ light: 0.05 + 0.03 * i, colour: 0.2 + 0.04 * i, clutter: 0 }),
      })
      exemplars.push({
        label: 'bad',
        url: await shoot({ light: 0.7 + 0.06 * i, colour: 0.6 + 0.08 * i, clutter: 0.5 + 0.1 * i }),
      })
    }
    await page.close()
    const constraints = [{ question: 'Describe it', answer: 'dark, muted, uncluttered' }]
    const snapshot = { constraints, exemplars, comparisons: [] }
    const version = { id: 'v1', parentId: null, branchId: 'main', message: 'Taught', snapshot }
    await service.call('PATCH', `/v1/profiles/${profileId}`, { body: { profileData: { versions: [version] } } })
  })

  test('ranks the dim variant first, improves it, and records what the person chose', async () => {
    const answer = () => ({ action: 'accept', content: { choice: 'first' } }) as const
    const mcp = await connectOverStdio(service, folder, ['--profile', profileId], { answer })
    const page = await (await sharedBrowser()).newPage()
    const lines: string[] = []
    const best = await runLoop(mcp, page, folder, (line) => lines.push(line))
    await Promise.all([page.close(), mcp.close()])
    const text = lines.join('\n')
    expect(text).toMatch(/1\. [\d.]+ \w+.* dim\.png/)
    expect(best.picture).toMatch(/^revision-/)
    expect(text).toContain(`The person prefers ${best.picture}`)
    const { workingChanges } = (await service.call('GET', `/v1/profiles/${profileId}`)).body.profileData
    expect(workingChanges.comparisons).toMatchObject([{ source: 'agent' }])
  })
})
