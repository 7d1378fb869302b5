import type { ProfilePicture } from '@palate/core/frames/schema.ts'
import type { IdentifyPicture } from '@palate/core/profile/subject/subject.ts'
import { type ElementPicture, picturesOf } from '@palate/core/taste/judgements/training-examples.ts'
import type { FrameError } from '@palate/core/taste/scoring-schema.ts'
import type { Handler } from '../operations.ts'
import { previewSide } from '../pictures/decoding/thumbnail-sides.ts'
import { findPins, type Pin } from '../pictures/pin-store.ts'
import { thumbnailPath } from '../pictures/thumbnails/thumbnail-path.ts'
import { findThumbnailHashes } from '../pictures/thumbnails/thumbnail-store.ts'
import type { FindActors } from '../ports/keys.ts'
import type { FindJudges, IdentifyPictures } from '../ports/profiles.ts'
import type { FindState, State } from '../ports/states.ts'
import { pinKeyOf } from '../store/pin-key.ts'
import type { Db } from '../store/schema.ts'
import { findStateInQuery } from './state-in-query.ts'

interface Parts {
  readonly findState: FindState
  readonly findJudges: FindJudges
  readonly findActors: FindActors
  readonly identifyPictures: IdentifyPictures
}

/** Lists the pictures that a profile judged. Reads no pictures: pins record which could be read. */
export function createListPictures(parts: Parts): Handler<'listPictures'> {
  return async (call) => {
    const { db, query } = call
    const includeWorking = query.include_working === 'true'
    const state = await findStateInQuery(parts.findState, call)
    const pins = new Map((await findPins(db, state)).map((pin) => [pin.source, pin]))
    const found = picturesOf(await state.elements()).map((picture) => {
      const pin = picture.source && pins.get(pinKeyOf(picture.source))
      return { picture, pin }
    })
    const hashes = found.flatMap(({ pin }) => pin?.contentHash ?? [])
    const shown = await findThumbnailHashes(db, state.accountId, hashes, previewSide)
    const unread = found.flatMap(({ picture, pin }) => (picture.source && !pin ? picture.source : []))
    const identify = await parts.identifyPictures(db, state, unread, new Map())
    const judgeOf = await findJudgements(parts, db, state, includeWorking)
    const show = ({ picture, pin }: (typeof found)[number]): ProfilePicture => ({
      ...pictureOf(picture, pin, shown, identify),
      ...judgeOf(picture),
    })
    return { body: { pictures: found.map(show) } }
  }
}

/** Who judged each element, and when, where it is known. */
async function findJudgements({ findJudges, findActors }: Parts, db: Db, state: State, hasWorking: boolean) {
  const { exemplars, comparisons } = await state.elements()
  const judges = {
    exemplars: await findJudges(db, state, 'exemplars', exemplars, hasWorking),
    comparisons: await findJudges(db, state, 'comparisons', comparisons, hasWorking),
  }
  const keyIds = [judges.exemplars, judges.comparisons].flatMap((byElement) =>
    Array.from(byElement.values(), ({ keyId }) => keyId),
  )
  const actors = await findActors(db, state.accountId, [...new Set(keyIds)])
  return ({ kind, elementId }: ElementPicture) => {
    const judge = judges[kind].get(elementId)
    const judgedBy = judge && actors.get(judge.keyId)
    return { ...(judge && { judgedAt: judge.at }), ...(judgedBy && { judgedBy }) }
  }
}

function pictureOf(
  { elementId, kind, side, source }: ElementPicture,
  pin: Pin | undefined,
  shown: ReadonlySet<string>,
  identify: IdentifyPicture,
): ProfilePicture {
  const judgement = { elementId, kind, ...(side && { side }) }
  if (!source) return { ...judgement, status: 'unusable', reason: 'the element does not refer to a picture' }
  if (!pin) {
    const known = hashIn(identify(source))
    return { ...judgement, status: 'unread', ...(known !== undefined && { contentHash: known }) }
  }
  const { contentHash, fault } = pin
  if (contentHash === null) return { ...judgement, status: 'unusable', reason: messageOf(fault) }
  return {
    ...judgement,
    status: 'read',
    contentHash,
    ...(shown.has(contentHash) && { thumbnail: thumbnailPath(contentHash) }),
  }
}

/** A picture whose content is not known is identified by its address instead. */
function hashIn(name: string): string | undefined {
  return /^sha256:([0-9a-f]{64})$/.exec(name)?.[1]
}

function messageOf(fault: string | null): string {
  return fault === null ? 'the picture could not be read' : (JSON.parse(fault) as FrameError).message
}
