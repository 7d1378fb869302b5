import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '@palate/server/store/store.ts'
import { sql } from 'kysely'

const msPerTick = 10

/** Measures the processor time of all processes of PostgreSQL, on this machine, and the bytes of its log. */
export async function postgresTimes(store: Store) {
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(store.read)
  const [pid = ''] = readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')
  const logAt = async (since = '0/0') => {
    const log = await sql<{ bytes: string }>`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${since}) as bytes`.execute(store.read)
    return Number(log.rows[0]?.bytes)
  }
  return async (work: () => Promise<unknown>) => {
    const [log, processorMs] = [await logAt(), processorMsOf(pid)]
    await work()
    return { processorMs: processorMsOf(pid) - processorMs, logBytes: (await logAt()) - log }
  }
}

/** Of a process and its children, also of those that have ended. */
function processorMsOf(parent: string): number {
  const ticks = readdirSync('/proc').map((pid) => {
    const fields = fieldsOf(pid)
    // utime, stime and, of children that were waited for, cutime and cstime
    const [own, ended] = [Number(fields[11]) + Number(fields[12]), Number(fields[13]) + Number(fields[14])]
    if (pid === parent) return own + ended
    return fields[1] === parent ? own : 0
  })
  return ticks.reduce((sum, one) => sum + one, 0) * msPerTick
}

/** The fields of /proc/PID/stat after the name, which may contain spaces. */
function fieldsOf(pid: string): readonly string[] {
  try {
    const stat = readFileSync(join('/proc', pid, 'stat'), 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
