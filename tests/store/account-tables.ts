import { readFileSync } from 'node:fs'

/**
 * Directories: they say which account something belongs to, and belong to no account themselves. A login has none until
 * it is confirmed.
 */
export const directoryTables = [
  ...['accounts', 'key_accounts', 'due_accounts', 'live_models', 'logins'],
  'schema_migrations',
]

/** The tables whose rows belong to an account. */
export function accountTables(): ReadonlySet<string> {
  const schema = readFileSync(new URL('../../packages/server/src/store/schema.ts', import.meta.url), 'utf8')
  const tables = [...schema.matchAll(/^ {2}(\w+): \{/gm)].map(([, name = '']) => name)
  return new Set(tables.filter((name) => !directoryTables.includes(name)))
}
