/**
 * Fits the prior of what people in general find beautiful, and writes it beside the embedder that it belongs to.
 *
 *   node scripts/fit-prior.ts --data DIR      DIR holds oasis/ and calista/; nothing else is read
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { builtinModelPath } from '@palate/server/scoring/embedders/model-files.ts'
import { headOf, readCrowd } from '../bench/taste/crowd.ts'

const { values: options } = parseArgs({ options: { data: { type: 'string' } } })
if (options.data === undefined) throw new Error('say where the judgements are: --data DIR')
const path = builtinModelPath.replace(/\.onnx$/, '.prior.json')
const text = `${JSON.stringify(headOf(await readCrowd(options.data)), null, 2)}\n`
await writeFile(path, text)
process.stdout.write(`${path}: ${text.length} bytes\n`)
