import { describe, expect, test } from 'vitest'
import {
  findGaps,
  findHoles,
  findMissingPrograms,
  findRegistries,
  judgeGaps,
  type LockedPackage,
} from '../../build/lockfile.ts'

const lock = (packages: Readonly<Record<string, LockedPackage>>) => ({ packages })
const naming = (...names: readonly string[]) => ({
  version: '1.0.0',
  optionalDependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
})

describe('a native package names a binary for each of the six platforms', () => {
  test('recognises all common platform names', () => {
    const packages = {
      'node_modules/plain': naming(
        'plain-linux-64',
        'plain-linux-arm64',
        'plain-darwin-x64',
        'other-darwin-arm64',
        'plain-win-x64',
        '@plain/windows-arm64',
      ),
      'node_modules/@napi/tool': naming(
        '@napi/tool-linux-x64-gnu',
        '@napi/tool-linux-arm64-gnu',
        '@napi/tool-darwin-x64',
        '@napi/tool-darwin-arm64',
        '@napi/tool-win32-x64-msvc',
        '@napi/tool-win32-arm64-msvc',
      ),
    }
    expect(findGaps(lock(packages))).toEqual([])
  })

  test('reports each missing platform as a gap; musl and other systems do not count', () => {
    const packages = {
      'node_modules/tool': naming(
        'tool-linux-x64-gnu',
        'tool-linux-arm64-musl',
        'tool-linuxmusl-arm64',
        'tool-freebsd-arm64',
        'tool-darwin-arm64',
        'tool-win32-x64-msvc',
      ),
    }
    expect(findGaps(lock(packages))).toEqual([
      { package: 'tool', platform: 'linux-arm64' },
      { package: 'tool', platform: 'darwin-x64' },
      { package: 'tool', platform: 'win32-arm64' },
    ])
  })

  test('reads root and nested packages by their own names', () => {
    const [five, sixth] = [['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'], 'win32-arm64']
    const packages = {
      '': { name: 'service', ...naming(...five.map((platform) => `node-${platform}`)) },
      'packages/a/node_modules/@scope/tool': naming(...five.map((platform) => `tool-${platform}`)),
    }
    expect(findGaps(lock(packages))).toEqual([
      { package: 'service', platform: sixth },
      { package: '@scope/tool', platform: sixth },
    ])
  })

  test('expects no other platforms of a binary that depends on a package for its own platform', () => {
    expect(findGaps(lock({ 'node_modules/tool-linux-x64': naming('library-linux-x64') }))).toEqual([])
  })

  test('a package without platform packages is not native', () => {
    expect(findGaps(lock({ 'node_modules/watcher': naming('fsevents') }))).toEqual([])
  })
})

describe('an exception', () => {
  const gap = { package: 'tool', platform: 'win32-arm64' } as const

  test('excuses its gap and no other', () => {
    const other = { package: 'tool', platform: 'darwin-x64' } as const
    expect(judgeGaps([gap, other], [{ ...gap, reason: 'none is published' }])).toEqual([
      'tool has no binary for darwin-x64',
    ])
  })

  test('that is no longer needed is reported', () => {
    expect(judgeGaps([], [{ ...gap, reason: 'none is published' }])).toEqual([
      'tool has a binary for win32-arm64 now: remove the exception',
    ])
  })
})

describe('an optional dependency', () => {
  test('missing from the registry is reported as missing from the lockfile', () => {
    // npm wrote this for rolldown 1.2.19 on Linux x64.
    const packages = {
      'node_modules/rolldown': {
        version: '1.2.19',
        optionalDependencies: {
          '@rolldown/binding-linux-arm64-gnu': '1.2.19',
          '@rolldown/binding-linux-x64-gnu': '1.2.19',
          '@rolldown/binding-wasm32-wasi': '1.2.19',
        },
      },
      'node_modules/@rolldown/binding-linux-x64-gnu': { version: '1.2.19' },
    }
    expect(findHoles(lock(packages))).toEqual([
      'rolldown 1.2.19 names @rolldown/binding-linux-arm64-gnu, which the lockfile does not have',
      'rolldown 1.2.19 names @rolldown/binding-wasm32-wasi, which the lockfile does not have',
    ])
  })

  test('is found next to its parent and in every directory above it', () => {
    const packages = {
      '': { name: 'service', ...naming('at-root') },
      'packages/a': naming('in-workspace', 'at-root'),
      'packages/a/node_modules/tool': naming('in-workspace', 'at-root', 'nested'),
      'packages/a/node_modules/tool/node_modules/nested': {},
      'packages/a/node_modules/in-workspace': {},
      'node_modules/at-root': {},
    }
    expect(findHoles(lock(packages))).toEqual([])
  })
})

test('the lockfile names no registry', () => {
  const packages = {
    'node_modules/@palate/core': { resolved: 'packages/core' },
    'node_modules/zod': { resolved: 'https://registry.example/zod/-/zod-4.0.0.tgz' },
    'node_modules/fork': { resolved: 'git+ssh://git@example.com/fork.git#1' },
  }
  expect(findRegistries(lock(packages))).toEqual([
    'node_modules/zod names the registry it came from: https://registry.example/zod/-/zod-4.0.0.tgz',
    'node_modules/fork names the registry it came from: git+ssh://git@example.com/fork.git#1',
  ])
})

test('a package that names a program contains it, or else every install would change it', () => {
  const packages = {
    '': { name: 'service', bin: { service: 'bin/service.js' } },
    'node_modules/whole': { bin: { whole: 'whole.js' } },
    'node_modules/broken': { bin: { broken: 'bin/broken.js' } },
    'node_modules/other-platform': { bin: { other: 'other.exe' } },
  }
  const there = ['whole/package.json', 'whole/whole.js', 'broken/package.json'].map((path) => `node_modules/${path}`)
  expect(findMissingPrograms(lock(packages), (path) => there.includes(path))).toEqual([
    'node_modules/broken does not contain its program bin/broken.js: remove its "bin" here',
  ])
})
