import { readConfig } from '@palate/server/config/config.ts'
import { openStore } from '@palate/server/store/open.ts'
import type { Client } from './client.ts'
import type { TestService } from './service.ts'

export type PersonClient = Client & { readonly id: string }

/** A client with a key of a new person, who has signed in. */
export async function createPerson(
  service: TestService,
  role: 'viewer' | 'judge' | 'editor' | 'owner',
  name: string = role,
  client: Client = service,
): Promise<PersonClient> {
  const invited = await client.call('POST', '/api/people', { body: { name, role } })
  const created = await client.call('POST', '/api/api-keys', { body: { name } })
  const { id } = invited.body.person
  const store = await openStore(readConfig(service.home.env))
  await store.write(async (db) => {
    await db.updateTable('people').set({ status: 'active' }).where('id', '=', id).execute()
    await db.updateTable('api_keys').set({ person_id: id }).where('id', '=', created.body.id).execute()
  })
  await store.close()
  return { ...service.as(created.body.key), id }
}
