/**
 * `npm run build:action`: bundles the GitHub action into one file, so that a run installs nothing. A test compares them. It is
 * not minified: whoever uses the action can read what gets their key.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describeLicences } from '../build/licences.ts'
import { directoriesOf } from '../build/shipped.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
export const actionFile = fileURLToPath(new URL('../action/palate.mjs', import.meta.url))

export async function bundleAction(): Promise<string> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['action/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    outfile: actionFile,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    charset: 'utf8',
    alias: { '@palate/server/pictures/decoding/decode.ts': `${root}action/no-decoder.ts` },
    // CommonJS modules call `require` for what Node has.
    banner: {
      js: "// Made by `npm run build:action`: do not edit.\nimport { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)",
    },
    logLevel: 'silent',
  })
  const modules = Object.keys(metafile.inputs).map((path) => `${root}${path}`)
  return `${outputFiles[0]?.text ?? ''}\n/*\n${describeLicences(directoriesOf(modules, [])).replaceAll('*/', '* /')}*/\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await bundleAction()
  writeFileSync(actionFile, text)
  process.stdout.write(`${actionFile}: ${readFileSync(actionFile).length} bytes\n`)
}
