#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that one that is too old says so in a line and not in a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `palate: needs Node 22.18 or newer, this is ${process.versions.node}; run it through npm (npx palate …)\n`,
  )
  process.exit(1)
}
import('../src/main.ts').then(({ run }) => run(process.argv))
