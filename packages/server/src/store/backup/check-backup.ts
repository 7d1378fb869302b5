import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { BackupError } from './backup-error.ts'
import { createTables, refuseNewer } from './create-tables.ts'

/**
 * Refuses a file that is damaged, was written by a newer version of Palate, or has a schema other than the one its
 * migrations create: a trigger, view or constraint added by someone else would run inside the restored service.
 */
export async function checkBackup(file: string): Promise<void> {
  const { schema, applied } = inspect(file, (database) => {
    const schema = readSchema(database)
    // Before the first query of a table, which could be a view.
    for (const entry of schema) if (!isPlain(entry)) throw unknownEntry(entry)
    return { schema, applied: readApplied(database) }
  })
  refuseNewer(applied)
  compare(schema, await expectedSchema(`${file}.expected`, new Set(applied)))
  refuseDamaged(file)
}

export function refuseDamaged(file: string): void {
  inspect(file, checkIntegrity)
}

interface SchemaEntry {
  readonly type: string
  readonly name: string
  /** Null for an index that SQLite created itself. */
  readonly sql: string | null
}

type Schema = readonly SchemaEntry[]

function inspect<Result>(file: string, read: (database: DatabaseSync) => Result): Result {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      database.exec('pragma trusted_schema = off')
      return read(database)
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`it is not a backup of a Palate store: ${(error as Error).message}`)
  }
}

/** What `analyze` writes: optional statistics for the query planner. */
const statistics = ['sqlite_stat1', 'sqlite_stat4']

function readSchema(database: DatabaseSync): Schema {
  const rows = database.prepare('select type, name, sql from sqlite_schema').all()
  const entries = rows.map(({ type, name, sql }) => ({
    type: String(type),
    name: String(name),
    sql: sql === null ? null : String(sql).replaceAll(/\s+/g, ' '),
  }))
  return entries.filter(({ name }) => !statistics.includes(name))
}

/** Whether querying it cannot run code. SQLite goes by the statement, whatever the type column says. */
function isPlain({ sql }: SchemaEntry): boolean {
  return sql === null || /^create (table|index|unique index|trigger) /i.test(sql)
}

function readApplied(database: DatabaseSync): readonly string[] {
  return database
    .prepare('select name from schema_migrations')
    .all()
    .map(({ name }) => String(name))
}

/** The schema that these migrations create, in a temporary store. */
async function expectedSchema(file: string, applied: ReadonlySet<string>): Promise<Schema> {
  try {
    await createTables(file, applied)
    return inspect(file, readSchema)
  } catch (error) {
    throw new BackupError(`its list of migrations has gaps: ${(error as Error).message}`)
  } finally {
    rmSync(file, { force: true })
  }
}

function compare(found: Schema, expected: Schema): void {
  const wanted = new Map(expected.map((entry) => [entry.name, entry]))
  for (const entry of found) {
    const one = wanted.get(entry.name)
    // Also catches duplicate entries.
    if (!wanted.delete(entry.name)) throw unknownEntry(entry)
    if (one?.sql !== entry.sql) throw new BackupError(`its ${shown(entry)} differs from the one that Palate creates`)
  }
  for (const entry of wanted.values()) throw new BackupError(`it is missing the ${shown(entry)}`)
}

function unknownEntry(entry: SchemaEntry): BackupError {
  return new BackupError(`it has the ${shown(entry)}, which a Palate store does not have`)
}

function shown({ type, name }: SchemaEntry): string {
  const known = ['table', 'index', 'trigger', 'view']
  return `${known.includes(type) ? type : 'entry'} ${JSON.stringify(name)}`
}

function checkIntegrity(database: DatabaseSync): void {
  const found = database.prepare('pragma integrity_check').get()
  if (found?.integrity_check !== 'ok') throw new BackupError(`it is damaged: ${found?.integrity_check}`)
}
