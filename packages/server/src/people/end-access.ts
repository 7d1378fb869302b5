import type { KeysOfPeople } from '../ports/keys.ts'
import type { SharesOfKeys } from '../ports/shares.ts'
import type { EventSource, RecordEvents } from '../ports/webhooks.ts'
import type { Db } from '../store/schema.ts'
import type { EndInvitation } from './invitations.ts'

interface Parts {
  readonly keys: KeysOfPeople
  readonly shares: SharesOfKeys
  readonly recordEvents: RecordEvents
  readonly endInvitation: EndInvitation
}

export type EndAccess = ReturnType<typeof createEndAccess>

/** Ends what lets a person in, in every process, and the links that their keys have shared. */
export function createEndAccess({ keys, shares, recordEvents, endInvitation }: Parts) {
  return async function endAccess(db: Db, source: EventSource, personId: string, now: string): Promise<void> {
    const { accountId } = source
    await endInvitation(db, accountId, personId)
    const ended = await keys.end(db, { accountId, personId }, now)
    for (const { id: keyId } of ended) await shares.end(db, { accountId, keyId }, now)
    const held = ended.filter(({ prefix }) => prefix !== '')
    const events = held.map(({ projectId, ...key }) => {
      const data = { ...key, ...(projectId !== null && { projectId }), revokedAt: now }
      return { type: 'api_key.revoked' as const, projectId, profileId: null, data }
    })
    await recordEvents(db, source, events, now)
  }
}
