import { removeFromBoards } from '../boards/erased-frames.ts'
import { Erasures } from '../erasures/erasures.ts'
import { listFramesWith } from '../frames/frame-store.ts'
import {
  deletePictureRows,
  deleteSeenFramesOf,
  isListed,
  listPinningProfiles,
  wasSeen,
} from '../pictures/erased-pictures.ts'
import type { ErasedPicture } from '../ports/erasures.ts'
import { listProjectsOf } from '../profiles/storing/profile-store.ts'
import type { Services } from '../services.ts'
import { hideInShares } from '../shares/erased-pictures.ts'
import { findShared } from '../shares/share-store.ts'
import { openObjectSweep } from './frame-storage.ts'

/**
 * What is erased with a picture. Each feature defines what it erases; the order is defined in erasures/. `forgetPicture`
 * drops what the process has in memory.
 */
export function openErasures(
  services: Pick<Services, 'store' | 'config' | 'clock' | 'log'>,
  forgetPicture: (picture: ErasedPicture) => void = () => {},
): Erasures {
  const objects = openObjectSweep(services)
  return new Erasures(services, {
    listFramesWith,
    listProfilesWith: async (db, picture) =>
      listProjectsOf(db, picture.accountId, await listPinningProfiles(db, picture)),
    deleteSeenFrames: deleteSeenFramesOf,
    wasSeen,
    deletePicture: deletePictureRows,
    hideInShares,
    findShared,
    isListed,
    removeFromBoards,
    forgetPicture,
    removeObjects: (picture) => objects.removeOfPicture(picture),
  })
}
