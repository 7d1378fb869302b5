import { csvRow } from '../report/csv.ts'
import type { AuditEntry } from './schema.ts'

const columns = [
  'at',
  'action',
  'actor',
  'actorKeyId',
  'address',
  'projectId',
  'target',
  'targetId',
  'requestId',
  'details',
]

/** Entries as lines of CSV, with a header. */
export function auditCsv(entries: readonly AuditEntry[]): readonly string[] {
  return [csvRow(columns), ...entries.map((entry) => csvRow(cellsOf(entry)))]
}

function cellsOf({ at, action, actor, address, projectId, target, requestId, details }: AuditEntry) {
  const shown = details && JSON.stringify(details)
  return [at, action, actor?.name, actor?.keyId, address, projectId, target.name, target.id, requestId, shown]
}
