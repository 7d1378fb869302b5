/**
 * `npm run build:kernels`: assembles the WebAssembly text of the picture kernels into a module of TypeScript, so that neither
 * running nor packing needs an assembler. A test compares the two.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import createWabt from 'wabt'

const folder = new URL('../packages/server/src/scoring/pictures/kernels/', import.meta.url)

export async function assembleKernels(): Promise<string> {
  const wabt = await createWabt()
  const parsed = wabt.parseWat('reduce.wat', readFileSync(new URL('reduce.wat', folder), 'utf8'), { simd: true })
  parsed.validate()
  return Buffer.from(parsed.toBinary({}).buffer).toString('base64')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = `/** Assembled from reduce.wat by npm run build:kernels. In base64. */\nexport const reduceKernels =\n  '${await assembleKernels()}'\n`
  writeFileSync(new URL('reduce-kernels.ts', folder), text)
}
