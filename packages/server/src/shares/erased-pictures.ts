import { withoutPicture } from '@palate/core/shares/content.ts'
import type { ErasedPicture } from '../ports/erasures.ts'
import type { Db } from '../store/schema.ts'
import { listSharesWith, lockContent, updateContent } from './share-store.ts'

/** Takes a picture that was erased out of the shares, also out of those that are open. */
export async function hideInShares(db: Db, picture: ErasedPicture): Promise<void> {
  const { accountId, contentHash } = picture
  for (const id of await listSharesWith(db, picture)) {
    const content = await lockContent(db, accountId, id)
    if (content) await updateContent(db, accountId, id, withoutPicture(content, contentHash))
  }
}
