import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tests/harness/free-port.ts'

const configuration = fileURLToPath(new URL('../../deploy/patroni/patroni.yml', import.meta.url))
export const password = 'failover'

export type Role = 'primary' | 'sync_standby' | 'replica' | 'none'

/** The user that PostgreSQL runs as, because it refuses to run as root. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

export interface Node {
  readonly name: string
  readonly port: number
  readonly apiPort: number
  start(): void
  /** Ends Patroni and PostgreSQL with `kill -9`, as if the machine had lost its power. */
  kill(): Promise<void>
  role(): Promise<Role>
}

/** A PostgreSQL under Patroni, on loopback. */
export async function createNode(
  name: string,
  { folder, etcd, user, binDir }: { folder: string; etcd: string; user: SystemUser; binDir: string },
): Promise<Node> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const dataDir = join(folder, name, 'data')
  mkdirSync(join(folder, name), { recursive: true })
  chownSync(join(folder, name), user.uid, user.gid)
  let patroni: ChildProcess | undefined

  return {
    name,
    port,
    apiPort,
    start() {
      patroni = spawn('patroni', [configuration], {
        ...user,
        cwd: join(folder, name),
        stdio: ['ignore', 'ignore', 'ignore'],
        env: {
          PATH: process.env.PATH,
          HOME: join(folder, name),
          PATRONI_NAME: name,
          PATRONI_ETCD3_HOSTS: etcd,
          PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
          PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
          PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
          PATRONI_POSTGRESQL_DATA_DIR: dataDir,
          PATRONI_POSTGRESQL_BIN_DIR: binDir,
          PATRONI_SUPERUSER_USERNAME: 'postgres',
          PATRONI_SUPERUSER_PASSWORD: password,
          PATRONI_REPLICATION_USERNAME: 'replicator',
          PATRONI_REPLICATION_PASSWORD: password,
        },
      })
    },
    async kill() {
      const postmaster = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
      const ended = patroni && once(patroni, 'exit')
      patroni?.kill('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await ended
      // Backends of a dead postmaster end by themselves; until then a new one refuses to start.
      await pause(1_000)
    },
    async role() {
      const response = await fetch(`http://127.0.0.1:${apiPort}/cluster`).catch(() => undefined)
      const { members = [] } = ((await response?.json()) ?? {}) as { members?: { name: string; role: string }[] }
      const role = members.find((member) => member.name === name)?.role
      return role === 'leader' ? 'primary' : role === 'sync_standby' || role === 'replica' ? role : 'none'
    },
  }
}
