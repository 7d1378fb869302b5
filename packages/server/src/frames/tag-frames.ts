import { Fault } from '@palate/core/fault.ts'
import type { Tagging } from '@palate/core/frames/schema.ts'
import { changeTags, tagsPerFrameMax } from '@palate/core/frames/tags.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { StoredFrame } from '../ports/frames.ts'
import type { Db } from '../store/schema.ts'
import { noFrame } from './allowed-frames.ts'
import { lockFrames, updateTags } from './frame-store.ts'
import { tagsIn, tagText } from './tag-text.ts'

/** Changes the tags of all these frames in the caller's transaction. Returns them in the order of the ids. */
export async function tagFrames(db: Db, caller: Caller, change: Tagging): Promise<readonly StoredFrame[]> {
  const { accountId } = caller
  const ids = [...new Set(change.ids)]
  const locked = await lockFrames(
    db,
    accountId,
    ids.filter((id) => isId('frm', id)),
  )
  if (locked.length < ids.length || !locked.every(({ projectId }) => mayUse(caller, projectId))) throw noFrame()
  const changed = locked.map((frame) => ({ ...frame, tags: textAfter(frame.tags, change) }))
  // Frames that are tagged together mostly have the same tags.
  for (const [tags, some] of Map.groupBy(changed, (frame) => frame.tags)) {
    const updated = some.map(({ id }) => id)
    await updateTags(db, accountId, updated, tags)
  }
  const byId = new Map(changed.map((frame) => [frame.id, frame]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function textAfter(text: string, change: Tagging): string {
  const tags = changeTags(tagsIn(text), change)
  if (tags.length > tagsPerFrameMax) {
    throw new Fault('too_many_tags', `a frame can have ${tagsPerFrameMax} tags; remove some first`)
  }
  return tagText(tags)
}
