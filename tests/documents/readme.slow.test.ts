import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { palateCommand } from '../harness/process.ts'
import { createProcesses } from '../harness/processes.ts'
import { createFolder } from '../harness/temporary-folder.ts'

const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const blocks = [...text.matchAll(/```(sh|ts)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => ({
  language,
  code,
}))

const folder = createFolder('readme')
const processes = createProcesses()
afterAll(() => processes.stopAll())

let url: string
beforeAll(async () => {
  const { address } = await processes.serve({ PALATE_DATA_DIR: join(folder, 'data'), PALATE_PORT: '0' })
  url = address
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'programs'))
  // In a clone `npx palate` runs the command of the clone.
  const npx = `#!/bin/sh\n[ "$1" = palate ] && shift && exec "${process.execPath}" "${palateCommand}" "$@"\n`
  writeFileSync(join(folder, 'programs/npx'), npx)
  chmodSync(join(folder, 'programs/npx'), 0o755)
})

it('the blocks of README work when pasted in order', async () => {
  const script = blocks.map((block) => `${commandsOf(block)}\nprintf '@@%s\\n' "$?"\n`).join('')
  const shell = spawn('bash', ['-c', `set -o pipefail\n${script}`], { cwd: folder, env: environment() })
  let [output, errors] = ['', '']
  shell.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  shell.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece
  })
  await once(shell, 'close')
  const seen = output.split(/@@(.*)\n/)
  const outcomes = blocks.map((_, i) => ({
    exitCode: seen[2 * i + 1],
    refusal: /"urn:palate:problem:.*/.exec(seen[2 * i] ?? '')?.[0],
  }))
  expect(outcomes, errors).toEqual(
    blocks.map(({ code }) => ({ exitCode: isEndless(code) ? timedOut : '0', refusal: undefined })),
  )
  expect(output).toContain('"frame_id":"hero"')
  expect(output).toContain('"type":"done","status":"completed"')
})

/** Follows events until interrupted. */
const isEndless = (code: string) => /-N .*event-stream/.test(code)
const timedOut = '28'

function commandsOf({ language, code }: { readonly language: string; readonly code: string }): string {
  const here = code.replaceAll('http://127.0.0.1:8080', url)
  if (language === 'ts') return `cat > example.ts <<'END'\n${here}END\n"${process.execPath}" example.ts`
  return isEndless(code) ? here.replace('curl ', 'curl --max-time 2 ') : here
}

function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PALATE_|GITHUB_|DATABASE_URL)/.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: [join(folder, 'programs'), process.env.PATH].join(delimiter),
    PALATE_URL: url,
    XDG_CONFIG_HOME: join(folder, 'settings'),
    XDG_STATE_HOME: join(folder, 'state'),
  }
}
