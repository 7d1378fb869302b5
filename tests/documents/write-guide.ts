import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { blockPattern, blocksOf, followGuide, presentable, stable } from './follow-guide.ts'

/** `npm run guide`: follows docs/guide.md and writes into it what the commands show now, where that has changed. */
const guidePath = new URL('../../docs/guide.md', import.meta.url)
const guide = readFileSync(guidePath, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'palate-guide-'))
const palate = fileURLToPath(new URL('../../packages/cli/bin/palate.js', import.meta.url))
const followed = [...(await followGuide(blocksOf(guide), folder, palate))]
rmSync(folder, { recursive: true, force: true })

const written = guide.replaceAll(blockPattern, (block: string, commands: string, _: string, shown = '') => {
  const { output = '', exitCode } = followed.shift() ?? {}
  if (exitCode !== '0') throw new Error(`these commands end with ${exitCode}:\n${commands}${output}`)
  if (isDeepStrictEqual(stable(output), stable(shown))) return block
  const text = presentable(output)
  const below = text === '' ? '' : `\n\n\`\`\`text\n${text}\n\`\`\``
  return `\`\`\`sh\n${commands}\`\`\`${below}`
})
writeFileSync(guidePath, written)
