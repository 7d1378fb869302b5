import { migrations } from '@palate/server/store/migrations/migrations.ts'
import { print } from '../output.ts'
import { withStore } from './store.ts'

/** Opening the store migrates it. */
export async function migrate(): Promise<void> {
  // With PALATE_DATA_DIR set, this may create the store, as `accounts create` may.
  const mayBeNew = Boolean(process.env.PALATE_DATA_DIR)
  await withStore(async () => print(`palate: the store has every migration up to ${migrations.at(-1)?.name}`), {
    mayBeNew,
  })
}
