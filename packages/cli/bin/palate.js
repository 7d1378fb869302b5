#!/usr/bin/env node
import * as module from 'node:module'
import { fileURLToPath } from 'node:url'
import * as v8 from 'node:v8'

// Plain JavaScript that any Node can read, so that one that is too old says so in a line and not in a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `palate: needs Node 22.18 or newer, this is ${process.versions.node}; run it through npm (npx palate …)\n`,
  )
  process.exit(1)
}
// Compiled sources are kept, which halves the time to start; threads look into the variable, this one is told.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/palate', import.meta.url))
module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
// Reading the sources leaves much garbage behind. The room for it would grow to 64 MB and never shrink again, so it stays
// small until the service runs: see src/nursery.ts.
v8.setFlagsFromString('--semi-space-growth-factor=1')
import('../src/main.ts').then(({ run }) => run(process.argv))
