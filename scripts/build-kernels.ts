/**
 * `npm run build:kernels`: assembles the WebAssembly text of the kernels into modules of TypeScript, so that neither running
 * nor packing needs an assembler. A test compares them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import createWabt from 'wabt'

interface Kernels {
  readonly folder: string
  readonly text: string
  readonly module: string
  readonly constant: string
}

export const allKernels: readonly Kernels[] = [
  {
    folder: 'packages/server/src/pictures/decoding/kernels',
    text: 'reduce.wat',
    module: 'reduce-kernels.ts',
    constant: 'reduceKernels',
  },
  {
    folder: 'packages/core/src/taste/linear-algebra/kernels',
    text: 'rows.wat',
    module: 'row-kernels.ts',
    constant: 'rowKernels',
  },
]

const fileIn = ({ folder }: Kernels, name: string) => new URL(`../${folder}/${name}`, import.meta.url)

/** In base64. */
export async function assemble(kernels: Kernels): Promise<string> {
  const wabt = await createWabt()
  const parsed = wabt.parseWat(kernels.text, readFileSync(fileIn(kernels, kernels.text), 'utf8'), { simd: true })
  parsed.validate()
  return Buffer.from(parsed.toBinary({}).buffer).toString('base64')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const kernels of allKernels) {
    const about = `/** Assembled from ${kernels.text} by npm run build:kernels. In base64. */`
    const text = `${about}\nexport const ${kernels.constant} =\n  '${await assemble(kernels)}'\n`
    writeFileSync(fileIn(kernels, kernels.module), text)
  }
}
