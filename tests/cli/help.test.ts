import { readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { allCommands, complaintOf, helpOf } from './dry-run.ts'

const commands = allCommands().slice(1)
const linesIn = (text: string) => [...text.matchAll(/^ *(?:\$ )?((?:npx )?palate .*)$/gm)].map(([, line = '']) => line)
const plain = (line: string) => line.replace(/^npx /, '')

test('the help of every command has examples', () => {
  expect(commands.length).toBeGreaterThan(40)
  expect(commands.filter((command) => !/\nExamples:\n {2}\$ /.test(helpOf(command))).map((one) => one.name())).toEqual(
    [],
  )
})

test('every example is a valid command line', async () => {
  const examples = [...new Set(commands.flatMap((command) => linesIn(helpOf(command))))]
  expect(examples.length).toBeGreaterThan(60)
  const wrong: string[] = []
  for (const line of examples) if ((await complaintOf(line)) !== undefined) wrong.push(line)
  expect(wrong).toEqual([])
})

test.each(['docs/cli.md', 'docs/ci.md', 'README.md'])('every command line in %s is valid', async (document) => {
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8')
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) => linesIn(block.replaceAll('\\\n', ' ')).flatMap((line) => line.split(' && ')))
  expect(lines.length).toBeGreaterThan(0)
  const wrong: string[] = []
  for (const line of lines.map(plain)) if ((await complaintOf(line)) !== undefined) wrong.push(line)
  expect(wrong).toEqual([])
})

test('the example workflow is YAML, and the command lines in it are valid', async () => {
  const text = readFileSync(new URL('../../examples/palate-action.yml', import.meta.url), 'utf8')
  const workflow = parseYaml(text) as { on: object; jobs: { score: { steps: readonly { run?: string }[] } } }
  expect(Object.keys(workflow.on)).toEqual(['pull_request'])
  const lines = workflow.jobs.score.steps.flatMap(({ run = '' }) => linesIn(run))
  expect(lines).toEqual([expect.stringMatching(/^palate score - .*--min 0\.6 /)])
  expect(await complaintOf(lines[0] ?? '')).toBeUndefined()
  expect(await complaintOf('palate score - --minimum 0.6')).toContain("unknown option '--minimum'")
})
