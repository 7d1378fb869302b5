/**
 * Fits the views in which pictures look alike and writes them next to their embedder.
 *
 *   npm run fit:likeness -- --data DIR [--out FILE]
 *
 * DIR contains oasis/ and calista/; their judgements are not read. With --out the current model is not changed.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { builtinLikenessPath } from '@palate/server/pictures/embedders/model-files.ts'
import { fitLikenessHead } from '../fitting/likeness/likeness-head.ts'
import { readSamples } from '../fitting/likeness/sample.ts'
import type { ObjectAxes } from '../fitting/objects/object-axes.ts'
import { objectAxesPath } from '../fitting/objects/photographs.ts'

const { values: options } = parseArgs({ options: { data: { type: 'string' }, out: { type: 'string' } } })
if (options.data === undefined) throw new Error('pass the directory of the photographs: --data DIR')
const objectAxes = JSON.parse(await readFile(objectAxesPath, 'utf8')) as ObjectAxes
const path = options.out ?? builtinLikenessPath
const text = `${JSON.stringify(fitLikenessHead(await readSamples(options.data), objectAxes), null, 2)}\n`
await writeFile(path, text)
process.stdout.write(`${path}: ${text.length} bytes\n`)
