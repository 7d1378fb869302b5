/**
 * Fits the prior (what people in general find beautiful) and writes it next to its embedder.
 *
 *   npm run fit:prior -- --data DIR [--out FILE]
 *
 * DIR contains oasis/ and calista/; nothing else is read. With --out the current model is not changed.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { builtinPriorPath } from '@palate/server/pictures/embedders/model-files.ts'
import { readCrowd } from '../fitting/prior/crowd.ts'
import { fitPriorHead } from '../fitting/prior/prior-head.ts'

const { values: options } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } })
if (options.data === undefined) throw new Error('pass the directory of the judgements: --data DIR')
const path = options.out ?? builtinPriorPath
const text = `${JSON.stringify(fitPriorHead(await readCrowd(options.data)), null, 2)}\n`
await writeFile(path, text)
process.stdout.write(`${path}: ${text.length} bytes\n`)
