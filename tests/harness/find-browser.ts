import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const installTimeoutMs = 240_000

/** The variable that names the browser for the tests. */
export const browserVariable = 'PALATE_TEST_BROWSER'

export const howToGetABrowser = `there is no browser for the tests: install Chrome or Chromium, or name one with ${browserVariable}`

export interface Browser {
  readonly executablePath: string
  readonly env?: Readonly<Record<string, string>>
}

/** The browsers that tests may use, best first. Later ones are prepared only on demand. */
export async function* findBrowsers(): AsyncGenerator<Browser> {
  const named = process.env[browserVariable]
  if (named) {
    yield { executablePath: named }
    return
  }
  // Before an installed browser, because this one has no windows: it takes a third of the processor time.
  const bundled = await alone(bundledBrowser)
  if (bundled) yield bundled
  const installed = installedBrowser()
  if (installed) yield { executablePath: installed }
  await alone(installPackage)
  const added = installed ? undefined : installedBrowser()
  if (added) yield { executablePath: added }
}

function installedBrowser(): string | undefined {
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const inPath = directories.flatMap((directory) => names.map((name) => join(directory, name)))
  return [...inPath, ...applications].find((path) => existsSync(path))
}

const applications = ['/Applications', join(homedir(), 'Applications')].flatMap((directory) => [
  `${directory}/Google Chrome.app/Contents/MacOS/Google Chrome`,
  `${directory}/Chromium.app/Contents/MacOS/Chromium`,
])

/**
 * The browser of `@sparticuz/chromium`, with the libraries and fonts that a minimal system lacks. Linux on x64 only.
 */
async function bundledBrowser(): Promise<Browser | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  const files = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
  await inflate(join(files, 'al2023.tar.br'))
  const hasFonts = existsSync('/etc/fonts/fonts.conf')
  const libraries = [join(tmpdir(), 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: libraries, ...(!hasFonts && { FONTCONFIG_PATH: join(tmpdir(), 'fonts') }) },
  }
}

/** Debian's package, if the tests may install it. */
async function installPackage(): Promise<void> {
  const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall || installedBrowser()) return
  const options = { timeout: installTimeoutMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
  try {
    // The package lists may be missing or outdated.
    await install().catch(async () => {
      await run('apt-get', ['update'], options)
      await install()
    })
  } catch {
    // Possibly no network. The caller reports that there is no browser.
  }
}

/** Test files run in several processes: only one at a time prepares a browser. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const lock = join(tmpdir(), 'palate-test-browser.lock')
  while (!tryLock(lock)) await pause(200)
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** A lock whose process has ended is taken over. */
function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, 'pid'), String(process.pid))
    return true
  } catch {
    if (!isHeld(lock)) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function isHeld(lock: string): boolean {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'))
    // The process may not have written its id yet.
    return pid === 0 || process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
