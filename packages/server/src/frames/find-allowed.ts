import { Fault } from '@palate/core/fault.ts'
import { isId } from '@palate/core/ids.ts'
import { type Caller, mayUse } from '@palate/core/keys/access.ts'
import type { StoredFrame } from '../ports/frames.ts'
import type { Db } from '../store/schema.ts'
import { findFrame } from './frame-store.ts'

/** Frames of projects that the caller's key may not use are reported as not found. */
export async function findAllowed(db: Db, caller: Caller, id: string): Promise<StoredFrame> {
  const frame = isId('frm', id) ? await findFrame(db, caller.accountId, id) : undefined
  if (!frame || !mayUse(caller, frame.projectId)) throw noFrame()
  return frame
}

export function noFrame(): Fault {
  return new Fault('frame_not_found', 'there is no frame with this id')
}
