import { type RawBuilder, sql } from 'kysely'

/** Whether a column is one of these projects. SQLite uses an index by project only for a single one. */
export function inProjects(column: string, projects: readonly string[]): RawBuilder<boolean> {
  const [only = '', ...others] = projects
  if (others.length === 0) return sql<boolean>`${sql.ref(column)} = ${only}`
  return sql<boolean>`${sql.ref(column)} in (${sql.join(projects)})`
}
