/**
 * Fits the estimates of interface qualities on mock-ups that it draws, and writes them next to the embedder.
 *
 *   npm run fit:interfaces [-- --out FILE]
 *
 * It needs no data. With --out the current model is not changed.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { interfaceQualitiesPath } from '@palate/server/pictures/embedders/model-files.ts'
import { fittedInterfaces, readMockUps } from '../fitting/interfaces/mock-ups.ts'
import { fitInterfaceQualities } from '../fitting/interfaces/quality-head.ts'

const { values: options } = parseArgs({ options: { out: { type: 'string' } } })
const path = options.out ?? interfaceQualitiesPath
const text = `${JSON.stringify(fitInterfaceQualities(await readMockUps(fittedInterfaces)), null, 2)}\n`
await writeFile(path, text)
process.stdout.write(`${path}: ${text.length} bytes\n`)
