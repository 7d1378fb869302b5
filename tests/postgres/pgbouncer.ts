import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/free-port.ts'
import { createFolder } from '../harness/temporary-folder.ts'

/** Its version, or undefined if it is not installed. */
export const pgbouncerVersion = spawnSync('pgbouncer', ['--version'])
  .stdout?.toString()
  .match(/\d+\.\d+/)?.[0]

/** PgBouncer in transaction mode, with fewer connections to the server than a process of Palate opens. */
export async function startPgbouncer(server: URL): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = createFolder('pgbouncer')
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, configuration(server, port))
  chmodSync(folder, 0o755)
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await eventually(async () => {
    if (!(await isOpen(port))) throw new Error('PgBouncer does not listen yet')
  })
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function configuration(server: URL, port: number): string {
  return `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 100
${Number(pgbouncerVersion?.split('.')[1]) >= 21 ? 'max_prepared_statements = 200' : ''}
`
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
