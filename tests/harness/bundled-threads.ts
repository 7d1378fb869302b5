import type { Plugin } from 'vite'
import { commandVariable } from './process.ts'

const urlOfThread = /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/
const command = `process.getBuiltinModule('node:url').pathToFileURL(process.env.${commandVariable})`

/** Services under test take their worker threads from the bundle: loading the sources takes most of a thread's start. */
export function bundledThreads(): Plugin {
  return {
    name: 'bundled-threads',
    // Before types are stripped, which changes the text.
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/server\/src\//, code: urlOfThread },
      handler: (code) => ({ code: code.replace(urlOfThread, `new URL('../lib/$1.js', ${command})`), map: null }),
    },
  }
}
