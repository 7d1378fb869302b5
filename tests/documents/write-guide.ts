import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { blockPattern, blocksOf, followGuide, presentable, stable } from './follow-guide.ts'

/**
 * `npm run guide`: runs docs/guide.md and rewrites the output of all commands if any of it has changed, so that
 * repeated ids stay consistent.
 */
const guidePath = new URL('../../docs/guide.md', import.meta.url)
const guide = readFileSync(guidePath, 'utf8')
const blocks = blocksOf(guide)
const folder = mkdtempSync(join(tmpdir(), 'palate-guide-'))
const palate = fileURLToPath(new URL('../../packages/cli/bin/palate.js', import.meta.url))
const followed = [...(await followGuide(blocks, folder, palate))]
rmSync(folder, { recursive: true, force: true })

for (const [i, { exitCode, output }] of followed.entries()) {
  if (exitCode !== '0') throw new Error(`these commands end with ${exitCode}:\n${blocks[i]?.commands}${output}`)
}
const hasChanged = blocks.some(
  ({ output }, i) => !isDeepStrictEqual(visible(output), visible(followed[i]?.output ?? '')),
)
if (hasChanged)
  writeFileSync(
    guidePath,
    guide.replaceAll(blockPattern, (_, commands: string) => written(commands)),
  )

function written(commands: string): string {
  const text = presentable(followed.shift()?.output ?? '')
  const below = text === '' ? '' : `\n\n\`\`\`text\n${text}\n\`\`\``
  return `\`\`\`sh\n${commands}\`\`\`${below}`
}

/** The parts that change only with a command or a score. */
function visible(output: string): readonly string[] {
  return [...stable(output), ...(output.match(/^0\.\d{4} .*$/gm) ?? [])]
}
