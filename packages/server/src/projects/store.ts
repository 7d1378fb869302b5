import type { Db } from '../store/schema.ts'

export async function listProjects(db: Db, accountId: string, only: string | null, now: string) {
  let query = db
    .selectFrom('projects')
    .select((eb) => [
      'id',
      eb
        .selectFrom('profiles')
        .select((p) => p.fn.countAll<number>().as('n'))
        .whereRef('profiles.account_id', '=', 'projects.account_id')
        .whereRef('profiles.project_id', '=', 'projects.id')
        .as('profiles'),
      eb
        .selectFrom('api_keys')
        .select((k) => k.fn.countAll<number>().as('n'))
        .whereRef('api_keys.account_id', '=', 'projects.account_id')
        .whereRef('api_keys.project_id', '=', 'projects.id')
        .where((k) => k.or([k('revoked_at', 'is', null), k('revoked_at', '>', now)]))
        .where((k) => k.or([k('expires_at', 'is', null), k('expires_at', '>', now)]))
        .as('keys'),
    ])
    .where('account_id', '=', accountId)
  if (only !== null) query = query.where('id', '=', only)
  const rows = await query.execute()
  return rows
    .map(({ id, profiles, keys }) => ({ id, profiles: profiles ?? 0, keys: keys ?? 0 }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}
