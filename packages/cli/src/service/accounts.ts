import { Name } from '@palate/core/fields.ts'
import { createIdSource } from '@palate/server/ids.ts'
import { createAccount, createAccountKey, listAccounts } from '@palate/server/keys/accounts.ts'
import { CommandError, say } from '../output.ts'
import { withStore } from './store.ts'

const clock = () => new Date()
const ids = { clock, newId: createIdSource(clock) }

export async function createNewAccount(given: string): Promise<void> {
  const name = Name.safeParse(given)
  if (!name.success) throw new CommandError(`the name of an account ${name.error.issues[0]?.message ?? 'is not valid'}`)
  const key = await withStore((store) => createAccount(store, ids, name.data))
  if (key === undefined) throw new CommandError(`there is an account ${JSON.stringify(name.data)} already`)
  say(key)
}

export async function makeAccountKey(name: string): Promise<void> {
  const key = await withStore((store) => createAccountKey(store, ids, name.trim()))
  if (key === undefined) throw new CommandError(`there is no account ${JSON.stringify(name)}`)
  say(key)
}

export async function listAllAccounts(): Promise<void> {
  const accounts = await withStore((store) => listAccounts(store.read))
  for (const { name, createdAt } of accounts) say(`${createdAt}  ${name}`)
}
