import { sql } from 'kysely'
import type { ProfilesPort } from '../ports/profiles.ts'
import type { CountInProject } from '../ports/projects.ts'
import { readTextBlob } from './snapshots/object-reader.ts'
import { findStored } from './snapshots/object-store.ts'
import { framesOf, isFrameInUse } from './storing/frame-references.ts'
import { holdProfile } from './storing/profile-store.ts'

export const profilesPort: ProfilesPort = {
  exists: ({ accountId, profileId, projectId }) => sql<boolean>`exists (
    select 1 from profiles where account_id = ${accountId} and id = ${profileId}
      ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`})`,

  hold: holdProfile,

  async incrementDerivedRevision(db, { accountId, profileId }) {
    const row = await db
      .updateTable('profiles')
      .set((eb) => ({ computed: eb('computed', '+', 1) }))
      .where('account_id', '=', accountId)
      .where('id', '=', profileId)
      .returning('computed')
      .executeTakeFirst()
    return row?.computed
  },

  readTextBlob,
  hasTextBlob: async (db, profile, object) => (await findStored(db, profile, [object])).has(object),

  async deleteTextWithoutProfile(db, { accountId, profileId }, object) {
    await sql`
      delete from objects where account_id = ${accountId} and profile_id = ${profileId} and hash = ${object}
        and not ${profilesPort.exists({ accountId, profileId })}`.execute(db)
  },

  framesOf,
  isFrameInUse,
}

export const countProfiles: CountInProject = ({ accountId, projectId }) => sql<number>`(
  select count(*) from profiles where account_id = ${accountId} and project_id = ${projectId})`
