import { Name } from '@palate/core/fields.ts'
import { deleteAccount } from '@palate/server/composition/delete-account.ts'
import {
  createAccount,
  createAccountKey,
  findAccount,
  isOnlyAccount,
  listAccounts,
  removeFirstKeyFile,
} from '@palate/server/keys/accounts.ts'
import { createIdSource } from '@palate/server/platform/ids.ts'
import { CommandError, print } from '../output.ts'
import { confirm } from '../terminal/prompts.ts'
import { withStore } from './store.ts'

const clock = () => new Date()
const ids = { clock, newId: createIdSource(clock) }

export async function createNewAccount(given: string): Promise<void> {
  const name = Name.safeParse(given)
  if (!name.success) throw new CommandError(`the name of an account ${name.error.issues[0]?.message ?? 'is not valid'}`)
  // With PALATE_DATA_DIR set, this may create the store before the service's first start.
  const mayBeNew = Boolean(process.env.PALATE_DATA_DIR)
  const key = await withStore((store) => createAccount(store, ids, name.data), { mayBeNew })
  if (key === undefined) throw new CommandError(`an account named ${JSON.stringify(name.data)} already exists`)
  print(key)
}

export async function createKeyFor(name: string): Promise<void> {
  const key = await withStore((store) => createAccountKey(store, ids, name.trim()))
  if (key === undefined) throw new CommandError(`there is no account ${JSON.stringify(name)}`)
  print(key)
}

/** Keeps the last account: at the next start, a store without accounts would get a new first one. */
export async function deleteWholeAccount(given: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  await withStore(async (store, config) => {
    const account = await findAccount(store.read, given.trim())
    if (!account)
      throw new CommandError(`there is no account ${JSON.stringify(given)}: \`palate accounts list\` lists them`)
    const { id, name } = account
    if (await isOnlyAccount(store.read)) {
      throw new CommandError(`${name} is the only account: create another first with \`palate accounts create\``)
    }
    await confirm(
      `Delete the account ${name} with its keys, profiles, pictures and webhooks? This cannot be undone.`,
      yes,
    )
    await removeFirstKeyFile(store.read, id, config.dataDir)
    await deleteAccount({ store, config, clock }, id)
    print(
      `Deleted the account ${name}. Backups made before still contain it: delete them, or delete it again after restoring one.`,
    )
  })
}

export async function listAllAccounts(): Promise<void> {
  const accounts = await withStore((store) => listAccounts(store.read))
  for (const { name, createdAt } of accounts) print(`${createdAt}  ${name}`)
}
