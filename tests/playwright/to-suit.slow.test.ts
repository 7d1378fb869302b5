import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { profileWith } from '../scoring/scoring-service.ts'
import { drawKnobs } from '../verdicts/knob-picture.ts'
import { runSuite } from './run-suite.ts'

interface Finished {
  readonly passed: boolean
  readonly message: string
  /** Of its annotations. */
  readonly warnings: readonly string[]
  /** The name and content of what was attached. */
  readonly attached: readonly { readonly name: string; readonly body: Buffer }[]
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47])

describe('expect(…).toSuit', () => {
  const service = useService('sqlite')
  let profileId = ''
  let pictures: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    const exemplars = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => {
        const isWarm = i % 2 === 0
        const knobs = { light: 0.4 + 0.02 * i, warmth: isWarm ? 1 : 0, saturation: 0.9, clutter: i / 60 }
        return { id: `e${i}`, label: isWarm ? 'good' : 'bad', url: await drawKnobs(knobs, i) }
      }),
    )
    profileId = await profileWith(service, { exemplars })
    // A page must be like what the profile judged: what is unlike all of it never suits.
    const shown = (warmth: number) => drawKnobs({ light: 0.55, warmth, saturation: 0.9, clutter: 0.2 }, 5)
    pictures = { TEST_WARM: await shown(1), TEST_COLD: await shown(0) }
  })

  describe("in Playwright's runner", () => {
    let finished: Readonly<Record<string, Finished>> = {}
    beforeAll(async () => {
      const cli = 'node_modules/@playwright/test/cli.js'
      const { name } = (await service.call('GET', `/v1/profiles/${profileId}`)).body
      const command = [cli, 'test', '--config', 'tests/playwright/runner']
      const { stdout, stderr } = await runSuite(service, profileId, command, { TEST_PROFILE_NAME: name, ...pictures })
      finished = readPlaywright(stdout || stderr)
    })

    test('passes and fails as the profile decides, both ways, for pages and locators', () => {
      expect(Object.keys(finished)).toHaveLength(18)
      for (const [title, { passed, message }] of Object.entries(finished)) {
        expect(passed, `${title}: ${message}`).toBe(!title.startsWith('fails'))
      }
    })

    test('a failure gives the score, the minimum, reasons and suggestions', () => {
      const { message } = finished['fails: a page that does not suit'] ?? {}
      expect(message).toContain('expected the screenshot to suit the profile')
      expect(message).toMatch(/aesthetics 0\.\d\d \(at least 0\.\d\d\): does not suit/)
      expect(message).toMatch(/than what you like/)
      expect(message).toMatch(/→ \w+/)
      expect(finished['fails: a page that suits, and should not']?.message).toContain('not to suit the profile')
      expect(finished['fails: a score below the minimum']?.message).toContain('(at least 1.00)')
    })

    test('close is allowed only where it is asked for, and warns either way', () => {
      const words = /0\.\d+ against 0\.\d+: close; a person should look/
      const { message, warnings } = finished['fails: a score close to the minimum'] ?? {}
      expect(message).toMatch(words)
      expect(warnings).toEqual([expect.stringMatching(words)])
      const { warnings: allowed } = finished['a score close to the minimum, with allowClose alone'] ?? {}
      expect(allowed).toEqual([expect.stringMatching(words), expect.stringMatching(words)])
      expect(finished['a score far below the minimum, allowClose or not']?.warnings).toEqual([])
      expect(finished['fails: a blank page, whatever the minimum']?.message).toContain('It is blank')
    })

    test('the report has the screenshot, the score and the reasons', () => {
      for (const title of ['a page that suits', 'fails: a page that does not suit']) {
        const [picture, text] = finished[title]?.attached ?? []
        expect([picture?.name, text?.name]).toEqual(['palate.png', 'palate.txt'])
        expect(picture?.body.subarray(0, 4)).toEqual(pngStart)
        expect(text?.body.toString()).toMatch(/^aesthetics 0\.\d\d \(at least 0\.\d\d\): /)
      }
    })

    test('a missing element fails the assertion, and does not use up the time of the test', () => {
      const { message } = finished['fails: a missing element'] ?? {}
      expect(message).toMatch(/locator\.waitFor: Timeout \d+ms exceeded/)
      expect(message).not.toContain('Test timeout')
    })

    test('says what is missing', () => {
      expect(finished['fails: an unknown name']?.message).toContain('there is no profile "No such profile"')
      expect(finished['fails: a minimum of 60']?.message).toContain(
        '`min` is 60, but scores are from 0 to 1: did you mean 0.6?',
      )
      expect(finished['fails: no profile']?.message).toContain('pass `profile`')
      expect(finished['fails: a dimension without a threshold']?.message).toContain('pass `min`')
      expect(finished['fails: an unknown profile suits neither way']?.message).toContain('prof_0000')
    })
  })

  test("in Vitest's browser mode, a page, a locator and an element are scored, and the report has the screenshot", async () => {
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'tests/playwright/browser-mode/vitest.config.ts',
    ]
    const { folder, stdout, stderr } = await runSuite(service, profileId, vitest, pictures)
    const report = join(folder, 'report.json')
    expect(existsSync(report), stdout + stderr).toBe(true)
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const tests = testResults.flatMap((file: { assertionResults: readonly object[] }) => file.assertionResults)
    const outcomes = tests.map(({ title, status }: { title: string; status: string }) => [title, status])
    expect(outcomes, stdout + stderr).toEqual([
      ['a page that suits', 'passed'],
      ['an element that does not suit', 'passed'],
      ['fails: a locator that does not suit', 'failed'],
      ['fails: a missing element', 'failed'],
      ['fails: an unknown profile suits neither way', 'failed'],
    ])
    expect(tests[2].failureMessages.join()).toMatch(/does not suit[\s\S]*→ \w+/)
    expect(tests[3].failureMessages.join()).toMatch(/Timeout 5000ms exceeded|Cannot find element/)
    expect(tests[4].failureMessages.join()).toContain('Palate could not score the screenshot with prof_0000')
    const attachments = readdirSync(join(folder, 'attachments'))
    expect(attachments).toHaveLength(3)
    for (const name of attachments) {
      expect(readFileSync(join(folder, 'attachments', name)).subarray(0, 4)).toEqual(pngStart)
    }
  })
})

/** Playwright's JSON report, by the titles of the tests. */
function readPlaywright(report: string): Readonly<Record<string, Finished>> {
  const { suites } = JSON.parse(report)
  return Object.fromEntries(
    suites[0].specs.map(({ title, ok, tests: [{ results, annotations }] }: PlaywrightSpec) => {
      const [{ errors, attachments }] = results
      const message = stripColours(errors.map((error) => error.message).join('\n'))
      const attached = attachments.map(({ name, body }) => ({ name, body: Buffer.from(body ?? '', 'base64') }))
      const warnings = annotations.flatMap(({ type, description }) => (type === 'warning' ? [description] : []))
      return [title, { passed: ok, message, warnings, attached }]
    }),
  )
}

interface PlaywrightSpec {
  readonly title: string
  readonly ok: boolean
  readonly tests: readonly [
    {
      readonly annotations: readonly { readonly type: string; readonly description: string }[]
      readonly results: readonly [
        {
          readonly errors: readonly { readonly message: string }[]
          readonly attachments: readonly { readonly name: string; readonly body?: string }[]
        },
      ]
    },
  ]
}

function stripColours(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '')
}
