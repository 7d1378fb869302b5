import { Name } from '@palate/core/fields.ts'
import { createIdSource } from '@palate/server/ids.ts'
import { createAccount, createAccountKey, listAccounts } from '@palate/server/keys/accounts.ts'
import { Command } from 'commander'
import { withExamples } from './examples.ts'
import { CommandError, say } from './output.ts'
import { withStore } from './store.ts'

const clock = () => new Date()
const ids = { clock, newId: createIdSource(clock) }

export function accountsCommand(): Command {
  const accounts = new Command('accounts').description('make and list accounts; works beside a running server')
  const create = accounts.command('create').argument('<name>').description('create an account and print its first key')
  const key = accounts.command('key').argument('<name>').description('print a further key of an account')
  const list = accounts.command('list').description('list the accounts')
  withExamples(create.action(createNew), ['accounts create "Design team" > key.txt'])
  withExamples(key.action(makeKey), ['accounts key "Design team" > key.txt'])
  withExamples(list.action(listAll), ['accounts list'])
  return withExamples(accounts, ['accounts list', 'accounts create "Design team"'])
}

async function createNew(given: string): Promise<void> {
  const name = Name.safeParse(given)
  if (!name.success) throw new CommandError(`the name of an account ${name.error.issues[0]?.message ?? 'is not valid'}`)
  const key = await withStore((store) => createAccount(store, ids, name.data))
  if (key === undefined) throw new CommandError(`there is an account ${JSON.stringify(name.data)} already`)
  say(key)
}

async function makeKey(name: string): Promise<void> {
  const key = await withStore((store) => createAccountKey(store, ids, name.trim()))
  if (key === undefined) throw new CommandError(`there is no account ${JSON.stringify(name)}`)
  say(key)
}

async function listAll(): Promise<void> {
  const accounts = await withStore((store) => listAccounts(store.read))
  for (const { name, createdAt } of accounts) say(`${createdAt}  ${name}`)
}
