import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type FrameScores, isPalateError, Palate } from '@palate/client'
import { isClose, refusalOf } from '@palate/client/verdict-words.ts'
import type { Judgement, SuitOptions } from './judgement.ts'

/** Scores a PNG. Throws if that is impossible, so that neither `toSuit` nor `not.toSuit` passes by accident. */
export async function judgePicture(
  png: Uint8Array,
  options: SuitOptions = {},
  folder = process.cwd(),
): Promise<Judgement> {
  const { dimension = 'aesthetics' } = options
  const subject = options.profile === undefined ? findSubject(folder) : { profile: options.profile }
  const { profile } = subject
  requireShare(options.min)
  const { score, verdict } = await scorePicture(png, subject, dimension).catch((cause: Error) => {
    throw new Error(`Palate could not score the screenshot with ${profile}: ${cause.message}`, { cause })
  })
  const min = options.min ?? verdict?.pass
  if (min === undefined) throw new Error(`${dimension} has no threshold: pass \`min\``)
  const refusal = verdict && refusalOf(verdict)
  const close = refusal === undefined && isClose(score, min, verdict)
  return {
    profile,
    dimension,
    score,
    min,
    suits: refusal === undefined && (score >= min || (close && options.allowClose === true)),
    ...(verdict && { certainty: verdict.certainty }),
    close,
    ...(refusal !== undefined && { refusal }),
    differences: verdict?.differences ?? [],
    suggestions: verdict?.suggestions ?? [],
  }
}

/** A minimum such as 60 would fail every picture, or pass every one with `not`. */
function requireShare(min: number | undefined): void {
  if (min === undefined || (min >= 0 && min <= 1)) return
  throw new Error(
    `\`min\` is ${min}, but scores are from 0 to 1${min > 1 && min <= 100 ? `: did you mean ${min / 100}?` : ''}`,
  )
}

/** The id or name of a profile, and the state of it that `palate.json` pins. */
interface Subject {
  readonly profile: string
  readonly branch?: string
  readonly version?: string
}

async function scorePicture(png: Uint8Array, subject: Subject, dimension: string) {
  const palate = new Palate(readAccess())
  const profileId = await findProfileId(palate, subject.profile)
  const { scores } = await palate.score({
    profile_id: profileId,
    ...(await pinnedState(palate, profileId, subject)),
    frames: [{ id: 'screenshot', picture: png }],
    dimensions: [dimension],
    verdict: true,
  })
  // The dimension is not known to the compiler, which therefore takes every member for a score.
  const [frame] = scores as unknown as readonly Pick<FrameScores, 'error' | 'verdict'>[]
  const score = (frame as Readonly<Record<string, unknown>> | undefined)?.[dimension]
  if (typeof score !== 'number') throw new Error(frame?.error?.message ?? 'the response has no score')
  return { score, verdict: frame?.verdict?.[dimension] }
}

/** An id needs no list, which a key with only the scope `score` may not read. */
async function findProfileId(palate: Palate, profile: string): Promise<string> {
  if (/^prof_[0-9a-f]{32}$/.test(profile)) return profile
  const found: string[] = []
  try {
    for await (const { id, name } of palate.profiles.list()) if (name === profile) found.push(id)
  } catch (error) {
    if (!isPalateError(error, 'scope_forbidden')) throw error
    throw new Error('the key may not list profiles: pass the id of the profile, or use a key with the scope `read`')
  }
  const [id, another] = found
  if (id === undefined) throw new Error(`there is no profile ${JSON.stringify(profile)}`)
  if (another !== undefined) throw new Error(`several profiles are named so: pass one of the ids ${found.join(', ')}`)
  return id
}

/** Scores must not follow whoever switches the branch. A key with only the scope `score` cannot look up a name. */
async function pinnedState(palate: Palate, profileId: string, { branch, version }: Subject) {
  if (version !== undefined) return { version_id: version }
  if (branch === undefined) return {}
  const branches = await palate.profiles.get(profileId, { snapshots: 'omit' }).then(
    ({ profileData }) => profileData.branches,
    (error) => {
      if (isPalateError(error, 'scope_forbidden')) return undefined
      throw error
    },
  )
  if (!branches) return { branch_id: branch }
  const found = branches.find(({ id, name }) => id === branch || name === branch)
  if (!found) throw new Error(`palate.json names the branch ${JSON.stringify(branch)}, which does not exist`)
  return { branch_id: found.id }
}

/** The service and the key, from the variables that the command line reads as well. */
function readAccess(): { readonly url?: string; readonly apiKey: string } {
  const { PALATE_URL: url, PALATE_API_KEY: apiKey } = process.env
  if (!apiKey) throw new Error('Palate needs a key: set PALATE_API_KEY, and PALATE_URL unless the service runs locally')
  return { ...(url && { url }), apiKey }
}

/** The profile that the environment names, else that of the nearest `palate.json`. Its URL is not used: it is not trusted. */
function findSubject(from: string): Subject {
  if (process.env.PALATE_PROFILE) return { profile: process.env.PALATE_PROFILE }
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'palate.json')
    if (existsSync(path)) return subjectIn(path)
    if (dirname(folder) === folder) break
  }
  throw new Error('no profile: pass `profile`, set PALATE_PROFILE, or run `palate init`')
}

function subjectIn(path: string): Subject {
  const { profileId, ...pins } = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>
  if (typeof profileId !== 'string') throw new Error(`${path} names no profile: pass \`profile\``)
  const [branch, version] = [pins.branch, pins.version].map((pin) => {
    if (pin === undefined || (typeof pin === 'string' && pin !== '')) return pin
    throw new Error(`${path}: branch and version are texts, such as "main"`)
  })
  if (branch !== undefined && version !== undefined) throw new Error(`${path} names a branch and a version: keep one`)
  return { profile: profileId, ...(branch !== undefined && { branch }), ...(version !== undefined && { version }) }
}
