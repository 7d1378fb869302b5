import type { AuditEntry } from '@palate/client'
import { auditCsv } from '@palate/core/audit/csv.ts'
import type { Command } from 'commander'
import { print } from '../output.ts'
import { ago, table } from '../terminal/text.ts'
import { apiCommand, type Context, withClient } from './api-command.ts'
import type { ApiOptions } from './connection/client.ts'
import { pastTime, pastTimeForms } from './webhooks/past-time.ts'

const entriesDefault = 50

export function auditCommand(): Command {
  return apiCommand('audit', 'list what was done in the account, newest first', [
    'audit',
    'audit --since 7d --action api_key.revoked',
    'audit --since 90d --csv > audit.csv',
  ])
    .option('--action <action>', 'only this action, such as api_key.revoked')
    .option('--key <id>', 'only what this API key did')
    .option('--since <time>', `only entries since then: ${pastTimeForms}; lists all of them`, pastTime)
    .option('--until <time>', `only entries before then: ${pastTimeForms}`, pastTime)
    .option('--csv', 'print comma-separated values')
    .action(withClient(list))
}

interface AuditOptions extends ApiOptions {
  readonly action?: AuditEntry['action']
  readonly key?: string
  readonly since?: number
  readonly until?: number
  readonly csv?: boolean
}

async function list({ palate, options, show }: Context<AuditOptions>): Promise<void> {
  const { action, key, since, until, csv } = options
  const query = {
    ...(action !== undefined && { action }),
    ...(key !== undefined && { keyId: key }),
    ...(since !== undefined && { since: new Date(since).toISOString() }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  }
  const entriesMax = since === undefined ? entriesDefault : Number.POSITIVE_INFINITY
  const entries: AuditEntry[] = []
  for await (const entry of palate.audit(query)) {
    if (entries.length === entriesMax) break
    entries.push(entry)
  }
  if (csv) print(auditCsv(entries))
  else show({ entries }, () => table([['WHEN', 'ACTION', 'WHO', 'FROM', 'WHAT'], ...entries.map(cellsOf)], [2, 4]))
}

function cellsOf({ at, action, actor, address, target }: AuditEntry): readonly string[] {
  return [ago(at), action, actor?.name ?? '–', address ?? 'the server', target.name ?? target.id]
}
