import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HistoryEntry, Palate, Profile, ProfileDiff } from '@palate/client'
import type { Command } from 'commander'
import { ago, bold, dim, inOneLine, yellow } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { describeElement, describeSaying } from '../history/describe-elements.ts'
import { currentBranch, shortId } from '../history/versions.ts'
import { isFile } from '../teaching/named-frame.ts'
import { dimensionIn, frameNames, nothingCalled, pictureNames } from './find-judgement.ts'
import { type Element, type Held, heldJudgements, type List } from './held.ts'
import { type NameOfFrame, nameFrames } from './name-frames.ts'
import { ownOf, shownTo, signedInPerson } from './signed-in-person.ts'

export function blameCommand(): Command {
  return profileCommand('blame', 'show who judged a picture, when, and since which commit', [
    'blame cover.jpg',
    'blame cover.jpg --json',
  ])
    .argument('<picture>', 'its name, URL, file or element id')
    .action(withClient(blame))
}

type JudgedPicture = Awaited<ReturnType<Palate['profiles']['pictures']>>['pictures'][number]
type Person = JudgedPicture['judgedBy'] | HistoryEntry['author']

interface Origin {
  readonly list: List
  readonly id: string
  readonly dimension: string
  /** What it says: a label, or which picture is better. */
  readonly judgement: string
  readonly by: NonNullable<Person> | null
  readonly at: string | null
  /** The commit since which the profile says so; null for an uncommitted change. */
  readonly version: Pick<HistoryEntry, 'id' | 'message' | 'createdAt' | 'author'> | null
}

async function blame({ palate, options, show }: Context<ApiOptions>, text: string): Promise<void> {
  const profile = await readProfile(palate, options)
  const { pictures } = await palate.profiles.pictures(profile.id, { include_working: 'true' })
  const held = heldJudgements(profile).filter(({ list }) => list !== 'constraints')
  const elements = held.map(({ element }) => element)
  const nameOf = await nameFrames(palate, profile.projectId, elements)
  const about = aboutPicture(held, pictures, text, nameOf)
  // Whoever only judges sees how others did once they have judged the picture themselves.
  const person = await signedInPerson(palate, about)
  const found = ownOf(person, about).length > 0 ? about : shownTo(person, about)
  if (found.length === 0) throw nothingCalled(text)
  const history = new History(palate, profile)
  const origins: Origin[] = []
  for (const one of found) origins.push(...(await originsOf(one, pictures, history, nameOf)))
  show({ judgements: origins }, () => origins.flatMap(describe))
}

/** By its name, its URL or the id of an element, else by the content of a file. */
function aboutPicture(
  held: readonly Held[],
  pictures: readonly JudgedPicture[],
  text: string,
  nameOf: NameOfFrame,
): readonly Held[] {
  const named = held.filter(({ id, list, element }) => {
    const names =
      list === 'exemplars' ? pictureNames(element) : framesOf(element).flatMap((one) => frameNames(one, nameOf))
    return id === text || names.includes(text)
  })
  if (named.length > 0 || !isFile(text)) return named
  const hash = createHash('sha256').update(readFileSync(text)).digest('hex')
  const same = new Set(pictures.flatMap(({ elementId, contentHash }) => (contentHash === hash ? [elementId] : [])))
  return held.filter(({ id }) => same.has(id))
}

function framesOf({ frameA, frameB }: Element): readonly unknown[] {
  return [frameA, frameB]
}

/** An uncommitted change comes before what it changes. */
async function originsOf(
  { list, id, element, working, committed }: Held,
  pictures: readonly JudgedPicture[],
  history: History,
  nameOf: NameOfFrame,
): Promise<readonly Origin[]> {
  const about = { list, id, dimension: dimensionIn(element) }
  const judge = pictures.find(({ elementId }) => elementId === id)
  const judged = { by: judge?.judgedBy ?? null, at: judge?.judgedAt ?? null }
  const isSame = working && committed && describeSaying(working, nameOf) === describeSaying(committed, nameOf)
  const uncommitted = working && {
    ...about,
    judgement: working.removed === true ? 'removed' : saying(list, working, nameOf),
    ...judged,
    version: null,
  }
  const version = committed && (await history.versionOf(list, id))
  const since = version && {
    ...about,
    judgement: saying(list, committed, nameOf),
    // The judge that the service names is that of the latest change.
    by: (working ? null : judged.by) ?? version.author,
    at: (working ? null : judged.at) ?? version.createdAt,
    version: { id: version.id, message: version.message, createdAt: version.createdAt, author: version.author },
  }
  return [uncommitted && !isSame ? uncommitted : undefined, since].filter((one) => one !== undefined)
}

function saying(list: List, element: Element, nameOf: NameOfFrame): string {
  return list === 'exemplars' ? describeSaying(element, nameOf) : describeElement(element, nameOf)
}

function describe({ judgement, dimension, by, at, version }: Origin): readonly string[] {
  const who = by === null ? 'by an unknown key' : `by ${by.name}`
  return [
    `${bold(judgement)} ${dim(`(${dimension})`)}`,
    `  ${at === null ? who : `${ago(at)} ${who}`}`,
    version === null ? '  not committed' : `  ${yellow(shortId(version.id))} ${inOneLine(version.message)}`,
  ]
}

/** The history of the current branch, from its head. Reads only commits that changed judgements of the kind. */
class History {
  readonly #palate: Palate
  readonly #profileId: string
  readonly #headId: string | null
  readonly #diffs = new Map<string, Promise<ProfileDiff>>()
  #entries: Promise<ReadonlyMap<string, HistoryEntry>> | undefined

  constructor(palate: Palate, { id, profileData }: Profile) {
    this.#palate = palate
    this.#profileId = id
    this.#headId = currentBranch(profileData).headVersionId
  }

  /** The commit that made a judgement say what it says at the head. A merge leads to the side that it came from. */
  async versionOf(list: List, id: string): Promise<HistoryEntry | undefined> {
    this.#entries ??= this.#readEntries()
    const entries = await this.#entries
    let [at, elementId] = [this.#headId, id]
    for (;;) {
      const entry = at === null ? undefined : entries.get(at)
      const parent = entry?.parentVersionId
      if (entry === undefined || parent == null) return entry
      const change = isUntouched(entry, list) ? undefined : await this.#changeOf(parent, entry.id, list, elementId)
      const { mergedFrom } = entry
      if (change === undefined) at = parent
      else if (mergedFrom !== undefined && !(await this.#changeOf(mergedFrom, entry.id, list, elementId)))
        at = mergedFrom
      else if (change.from === undefined || !saysTheSame(change.from, change.to)) return entry
      else [at, elementId] = [parent, String(change.from.id)]
    }
  }

  async #readEntries() {
    const entries = new Map<string, HistoryEntry>()
    for await (const entry of this.#palate.profiles.history(this.#profileId)) entries.set(entry.id, entry)
    return entries
  }

  /** How a judgement of the second version differs from the first; undefined if it does not. */
  async #changeOf(from: string, to: string, list: List, id: string) {
    const key = `${from} ${to}`
    const reading = this.#diffs.get(key) ?? this.#palate.profiles.diff(this.#profileId, { from, to })
    this.#diffs.set(key, reading)
    const { added, changed } = (await reading)[list]
    const changes: readonly { readonly from?: Element; readonly to: Element }[] = [
      ...added.map((element) => ({ to: element })),
      ...changed,
    ]
    return changes.find((one) => one.to.id === id)
  }
}

function isUntouched({ changes }: HistoryEntry, list: List): boolean {
  return changes[list].added + changes[list].changed === 0
}

/** A change of a name, for instance, leaves a judgement as it was. */
function saysTheSame(before: Element, after: Element): boolean {
  return before.label === after.label && before.winner === after.winner
}
