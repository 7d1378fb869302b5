import { openSqlite } from '../engines/sqlite.ts'
import { applyMigrations } from '../migrations/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { BackupError } from './backup-error.ts'

/** Creates the tables of a SQLite store that has these migrations. */
export async function createTables(file: string, applied: ReadonlySet<string>): Promise<void> {
  const engine = openSqlite(file)
  try {
    await engine.write((db) =>
      applyMigrations(
        db,
        migrations.filter(({ name }) => applied.has(name)),
      ),
    )
  } finally {
    await engine.close()
  }
}

/** Throws if a newer version has applied one of these migrations. */
export function refuseNewer(applied: readonly string[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const newer = applied.find((name) => !known.has(name))
  if (newer !== undefined) {
    throw new BackupError(
      `it was written by a newer version of Palate (it has ${JSON.stringify(newer)}): upgrade Palate`,
    )
  }
}
