import { blindJudge, type Caller } from '@palate/core/keys/access.ts'
import type { Reply } from '@palate/core/operations.ts'
import { badCursor, formatCursor, parseCursor } from '@palate/core/page.ts'
import { isDataUrl } from '@palate/core/picture-url.ts'
import type { ElementLists } from '@palate/core/profile/schema.ts'
import { subjectPictures } from '@palate/core/profile/subject/differing-pictures.ts'
import { namesOf, pictureOf } from '@palate/core/profile/subject/picture-sources.ts'
import { type IdentifyPicture, subjectOf } from '@palate/core/profile/subject/subject.ts'
import { referenceAtEnd } from '@palate/core/profile/text-blobs.ts'
import { disagreementsDefault } from '@palate/core/taste/people/team-schema.ts'
import { differingPairs, type Vote, votesOf } from '@palate/core/taste/people/votes.ts'
import { type Handler, longRunning } from '../../operations.ts'
import { rethrowForClient } from '../../pictures/client-fault.ts'
import { previewSide } from '../../pictures/decoding/thumbnail-sides.ts'
import { thumbnailPath } from '../../pictures/thumbnails/thumbnail-path.ts'
import { findThumbnailHashes } from '../../pictures/thumbnails/thumbnail-store.ts'
import type { FramesPort } from '../../ports/frames.ts'
import type { IdentifyPictures } from '../../ports/profiles.ts'
import type { FindState, State } from '../../ports/states.ts'
import type { Db } from '../../store/schema.ts'
import { findElementNames } from '../brief/element-names.ts'
import { requireLearned } from '../get-threshold.ts'
import type { ProjectFrames } from '../suggestions/project-frames.ts'
import type { TrainingSetLoader } from '../training-sets/training-set-loader.ts'
import type { LikelySplit, LikelySplits } from './likely-splits.ts'

interface Parts {
  readonly trainingSets: TrainingSetLoader
  readonly identifyPictures: IdentifyPictures
  readonly library: Pick<FramesPort, 'findFrames'>
  readonly frames: ProjectFrames
  readonly splits: LikelySplits
}

/** A picture with the last label of each person. */
interface VotedPicture {
  readonly name: string
  readonly contentHash: string | null
  readonly votes: readonly Vote[]
}

/** The pictures on which people differ, and frames on which they probably would. */
export function createListDisagreements(parts: Parts, findState: FindState): Handler<'listDisagreements'> {
  const { trainingSets, splits } = parts
  return longRunning(async ({ caller, params, query, db, signal }) => {
    const { dimension = 'aesthetics', limit = disagreementsDefault, pictures } = query
    const first = query.cursor === undefined ? undefined : cursorOf(query.cursor)
    const state = await findState(db, caller, params.id, { includeWorking: true })
    const trainingSet = await trainingSets.load(state, signal).catch(rethrowForClient)
    requireLearned(dimension, trainingSet.examples.keys())
    const voted = await findVotes(parts, db, state, dimension)
    const isShown = visibleTo(caller, voted, pictures !== undefined)
    const round = pictures === undefined ? undefined : new Set(pictures.split(','))
    const judged = voted
      .filter(({ contentHash, votes }) => (round ? round.has(contentHash ?? '') : differingPairs(votes) > 0))
      .filter(isShown)
      .sort(byDifference)
    const asker = { accountId: caller.accountId, signal }
    const all = round ? [] : await splits.list(state, trainingSet, dimension, asker).catch(rethrowForClient)
    const known = new Set(judged.map(({ contentHash }) => contentHash))
    const likely = all.filter(({ frame }) => !known.has(frame.contentHash) && isShown(frame))
    const pageOfJudged = pageAfter(judged, first?.judged, limit, placeOfVotes)
    const pageOfLikely = pageAfter(likely, first?.likely, limit, placeOfSplit)
    const hasMore = pageOfJudged.hasMore || pageOfLikely.hasMore
    const body = {
      judged: await showVotes(parts, db, state, pageOfJudged.items),
      likely: await showSplits(parts, db, state, pageOfLikely.items),
      ...(hasMore && { nextCursor: formatCursor([...pageOfJudged.end, ...pageOfLikely.end]) }),
    }
    return { body }
  })
}

/**
 * Judging is blind: a judge sees no picture that they have not judged themselves, and nobody sees those of a round before
 * they have.
 */
function visibleTo(caller: Caller, voted: readonly VotedPicture[], isRound: boolean) {
  const person = isRound ? caller.person?.id : blindJudge(caller)
  if (person === undefined) return () => true
  const own = new Set(voted.flatMap(({ contentHash, votes }) => (hasVoted(person, votes) ? contentHash : [])))
  return (picture: { readonly contentHash: string | null; readonly votes?: readonly Vote[] }) =>
    picture.votes ? hasVoted(person, picture.votes) : own.has(picture.contentHash)
}

function hasVoted(person: string, votes: readonly Vote[]): boolean {
  return votes.some(({ by }) => by === person)
}

/** The labelled pictures, whether they could be read or not. */
async function findVotes(
  { identifyPictures }: Parts,
  db: Db,
  state: State,
  dimension: string,
): Promise<readonly VotedPicture[]> {
  const elements = await state.elements()
  const identify = await identifyPictures(db, state, subjectPictures(elements), new Map())
  const nameOf = pictureNamer(elements, identify)
  const { things } = votesOf(elements, dimension, identify)
  return [...things.values()].flatMap(({ kind, votes }) => {
    const name = kind === 'exemplars' && votes[0] ? nameOf(votes[0]) : undefined
    return name === undefined ? [] : [{ name, contentHash: /^sha256:([0-9a-f]{64})$/.exec(name)?.[1] ?? null, votes }]
  })
}

function pictureNamer(elements: ElementLists, identify: IdentifyPicture) {
  const names = namesOf(elements.exemplars)
  return ({ element }: Vote): string | undefined => {
    const subject = subjectOf('exemplars', element, names)
    const picture = subject && 'pictures' in subject ? subject.pictures[0] : undefined
    return picture && identify(picture)
  }
}

function byDifference(one: VotedPicture, other: VotedPicture): number {
  return comparePlaces(placeOfVotes(one), placeOfVotes(other))
}

/** Its place in a list: the larger value first, then by name. */
type Place = readonly [value: number, name: string]

function placeOfVotes({ votes, name }: VotedPicture): Place {
  return [differingPairs(votes), name]
}

function placeOfSplit({ split, frame }: LikelySplit): Place {
  return [split, frame.contentHash]
}

function comparePlaces([value, name]: Place, [otherValue, otherName]: Place): number {
  return otherValue - value || (name < otherName ? -1 : name > otherName ? 1 : 0)
}

/** The page after a place, and where it ends: `done` if nothing follows. */
function pageAfter<Item>(
  items: readonly Item[],
  after: Place | 'done' | undefined,
  limit: number,
  placeOf: (item: Item) => Place,
) {
  const rest =
    after === 'done' ? [] : items.filter((item) => after === undefined || comparePlaces(after, placeOf(item)) < 0)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rest.length > limit
  const end = hasMore && last !== undefined ? placeOf(last).map(String) : ['', 'done']
  return { items: page, hasMore, end }
}

function cursorOf(cursor: string): { readonly judged: Place | 'done'; readonly likely: Place | 'done' } {
  const [value = '', name = '', split = '', hash = ''] = parseCursor(cursor, 4)
  return { judged: placeIn(value, name), likely: placeIn(split, hash) }
}

function placeIn(value: string, name: string): Place | 'done' {
  if (value === '' && name === 'done') return 'done'
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number) || name === '') throw badCursor()
  return [number, name]
}

async function showVotes(
  { library }: Parts,
  db: Db,
  state: State,
  pictures: readonly VotedPicture[],
): Promise<Reply<'listDisagreements'>['judged']> {
  const elementIds = pictures.flatMap(({ votes }) => votes.map(({ element }) => ({ elementId: element.id })))
  const names = await findElementNames(library, db, state, elementIds)
  const thumbnails = await findShown(db, state, pictures)
  return pictures.map(({ contentHash, votes }) => {
    const elements = votes.map(({ element }) => element)
    const name = elements.map(({ id }) => names.get(id)).find((one) => one !== undefined)
    const url = elements.map(addressOf).find((one) => one !== null) ?? null
    return {
      picture: {
        elementId: elements[0]?.id ?? '',
        ...{ url, contentHash, thumbnail: thumbnails(contentHash) },
        ...(name !== undefined && { name }),
      },
      votes: votes.map(({ by, element }) => ({ by, label: element.label === 'good' ? 'good' : 'bad' })),
    }
  })
}

/** Where others can find the picture; null for data. */
function addressOf(exemplar: Vote['element']): string | null {
  const picture = pictureOf(exemplar)
  if (!picture || 'frameId' in picture) return null
  return isDataUrl(picture.url) || referenceAtEnd(picture.url) ? null : picture.url
}

async function showSplits(
  { library }: Parts,
  db: Db,
  state: State,
  splits: readonly LikelySplit[],
): Promise<Reply<'listDisagreements'>['likely']> {
  const ids = splits.flatMap(({ frame }) => (frame.isInLibrary ? frame.id : []))
  const kept = await library.findFrames(db, state, ids)
  const thumbnails = await findShown(
    db,
    state,
    splits.map(({ frame }) => frame),
  )
  return splits.flatMap(({ frame: { id, url, contentHash, isInLibrary }, split, scores }) => {
    const name = kept.get(id)?.name
    // It may have been deleted since the list was made.
    if (isInLibrary && !kept.has(id)) return []
    const frame = { id, url, contentHash, thumbnail: thumbnails(contentHash), ...(name && { name }) }
    return [{ frame, split, scores: [...scores] }]
  })
}

async function findShown(db: Db, { accountId }: State, pictures: readonly { readonly contentHash: string | null }[]) {
  const hashes = pictures.flatMap(({ contentHash }) => contentHash ?? [])
  const shown = await findThumbnailHashes(db, accountId, hashes, previewSide)
  return (hash: string | null) => (hash !== null && shown.has(hash) ? thumbnailPath(hash) : null)
}
