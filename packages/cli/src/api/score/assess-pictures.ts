import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { isPalateError, type Palate } from '@palate/client'
import { checkPath } from '@palate/core/profile/checked-picture.ts'
import { type Assessment, assess, isRefused, type ScoredPicture } from '@palate/core/report/assessment.ts'
import { CommandError, printWarning } from '../../output.ts'
import { serviceUrl } from '../connection/client.ts'
import { type Baseline, compared, readBaseline, warnOfOtherModel, warnOfOtherVersion } from './gate/baseline.ts'
import { pictureToSend, type ScoreInput } from './inputs.ts'
import { createProgress, noScreen } from './progress.ts'
import { isForBuild } from './report/step-summary.ts'
import { pictureOf, type Result, ranked, type ScoreOptions } from './result.ts'
import { type Scores, scoreAll } from './score-all.ts'
import { announce, type ScoredAgainst, scoredAgainst } from './scored-state.ts'
import { advisedMax, explainUnknown, findSubject, type Subject } from './subject.ts'

/** Pictures that were scored and compared with what they must reach. */
export interface AssessedPictures {
  readonly subject: Subject
  /** With the minimum that the gate stands for. */
  readonly options: ScoreOptions
  readonly inputs: readonly ScoreInput[]
  /** In the order of the inputs. */
  readonly answer: Scores
  readonly against: ScoredAgainst
  readonly threshold: Threshold | undefined
  readonly verdict: 'pass' | 'revise' | 'fail' | 'error' | null
  /** Best first. */
  readonly best: readonly Result[]
  /** Of the best, in their order. */
  readonly assessments: readonly Assessment[]
  readonly baseline: Baseline | undefined
}

type Scored = Pick<AssessedPictures, 'subject' | 'options' | 'inputs' | 'baseline'>

/** An address may have 8,192 bytes, and a page shows only the beginning of a long name. */
const shownNameCharactersMax = 100

type Threshold = Awaited<ReturnType<Palate['profiles']['threshold']>>

export function dimensionsOf({ dimension = [] }: ScoreOptions): readonly string[] {
  return dimension.length > 0 ? dimension : ['aesthetics']
}

/** Scores pictures, says on standard error what they were scored against, and decides which of them pass. */
export async function assessPictures(
  palate: Palate,
  inputs: readonly ScoreInput[],
  wanted: ScoreOptions,
): Promise<AssessedPictures> {
  if (inputs.length === 0) throw new CommandError('no pictures found')
  const dimensions = dimensionsOf(wanted)
  const { gate, json, baseline: source, quiet, working } = wanted
  const subject = await findSubject(palate, wanted, dimensions, inputs.length)
  const explain = (error: unknown) => Promise.reject(explainUnknown(error, subject, wanted))
  const threshold = gate || json ? await findThreshold(palate, subject, !gate).catch(explain) : undefined
  const options = withLimit(wanted, threshold)
  const baseline = source === undefined ? undefined : await readBaseline(palate, subject, inputs, source).catch(explain)
  if (baseline && !quiet) printWarning(compared(baseline, inputs))
  const progress = createProgress(inputs.length, quiet ? noScreen : process.stderr)
  const answer = await scoreAll(palate, subject, inputs, progress.add).catch(explain).finally(progress.end)
  const against = scoredAgainst(subject, answer.states.at(-1) ?? { versionId: undefined })
  if (!quiet) announce(against, answer.states.length, working === true)
  if (baseline) warnOfOtherVersion(baseline, against)
  warnOfOtherModel(answer.models, baseline)
  const best = ranked(answer.scores, dimensions)
  const scored = { subject, options, inputs, baseline }
  const advised = await withSuggestions(
    palate,
    best.map((result) => assess(withEarlier(pictureOf(result, dimensions), baseline), options)),
    scored,
  ).catch(explain)
  const assessments = await withPages(advised, scored)
  const verdict = verdictOf(assessments, options, threshold)
  return { subject, options, inputs, answer, against, threshold, verdict, best, assessments, baseline }
}

/** In a report of a build with many pictures, the best of those that did not pass or are close get suggestions. */
async function withSuggestions(
  palate: Palate,
  assessments: readonly Assessment[],
  { subject, options, inputs }: Scored,
): Promise<readonly Assessment[]> {
  const { suggestions, ...request } = subject.request
  if (suggestions !== false || !isForBuild(options)) return assessments
  const byName = new Map(inputs.map((input) => [input.id, input]))
  const wanted = assessments
    .filter((one) => isRefused(one) && one.verdict?.decision !== 'pass')
    .flatMap(({ name }) => byName.get(name) ?? [])
    .slice(0, advisedMax)
  const { scores } = await scoreAll(palate, { request }, wanted)
  const verdicts = new Map(
    scores.map((result) => {
      const { name, score, verdict } = pictureOf(result, subject.dimensions)
      return [name, { score, verdict }] as const
    }),
  )
  return assessments.map((one) => {
    const again = verdicts.get(one.name)
    // The profile may have changed meanwhile.
    return again?.verdict && again.score === one.score ? { ...one, verdict: again.verdict } : one
  })
}

function withEarlier(picture: ScoredPicture, baseline: Baseline | undefined): ScoredPicture {
  const { name } = picture
  return {
    ...picture,
    before: baseline?.scores.get(name),
    beforeThumbnailUrl: baseline?.pictures?.get(name)?.thumbnailUrl,
  }
}

/** In a report of a build, what did not pass or is close links to where a person says what is right. */
async function withPages(
  assessments: readonly Assessment[],
  { subject, options, inputs, baseline }: Scored,
): Promise<readonly Assessment[]> {
  if (!isForBuild(options)) return assessments
  const [dimension = ''] = subject.dimensions
  const service = serviceUrl(options.url).replace(/\/+$/, '')
  const byName = new Map(inputs.map((input) => [input.id, input]))
  return Promise.all(
    assessments.map(async (assessment) => {
      const { name, score, outcome, warning } = assessment
      const input = byName.get(name)
      if (!input || score === undefined || (outcome === 'passed' && warning === undefined)) return assessment
      const earlier = baseline?.pictures?.get(name)?.input
      const path = checkPath({
        profileId: subject.profile.id,
        picture: await storedAs(input),
        before: earlier && (await storedAs(earlier)),
        name: basename(name).slice(0, shownNameCharactersMax),
        dimension,
      })
      return { ...assessment, pageUrl: `${service}${path}` }
    }),
  )
}

/** How the service knows a picture that it has scored: by its address, or by the hash of its bytes. */
async function storedAs(input: ScoreInput): Promise<string> {
  return (
    input.url ??
    createHash('sha256')
      .update(await pictureToSend(input))
      .digest('hex')
  )
}

/** The options of pictures that are scored one after the other. */
export async function withThreshold(palate: Palate, subject: Subject, options: ScoreOptions): Promise<ScoreOptions> {
  const explain = (error: unknown) => Promise.reject(explainUnknown(error, subject, options))
  return options.gate ? withLimit(options, await findThreshold(palate, subject, false).catch(explain)) : options
}

/** The gate stands for the threshold of the profile. */
function withLimit(options: ScoreOptions, threshold: Threshold | undefined): ScoreOptions {
  return options.gate && threshold ? { ...options, min: threshold.pass } : options
}

/** The threshold of the first dimension, in the state that is scored against. A measured attribute has none. */
async function findThreshold(
  palate: Palate,
  { request, dimensions }: Subject,
  isOptional: boolean,
): Promise<Threshold | undefined> {
  const { profile_id, version_id, branch_id, include_working } = request
  const state = { version_id, branch_id, include_working: include_working && 'true' }
  const query = { dimension: dimensions[0], ...state } as Parameters<typeof palate.profiles.threshold>[1]
  return palate.profiles.threshold(String(profile_id), query).catch((error) => {
    // An unknown dimension is also refused with the pictures.
    if (isOptional && isPalateError(error, 'unknown_dimension')) return undefined
    throw error
  })
}

/** The worst of the pictures: by the gate and the baseline or, without both, by the profile's threshold. */
function verdictOf(
  assessments: readonly Assessment[],
  { min, baseline }: ScoreOptions,
  threshold: Threshold | undefined,
): AssessedPictures['verdict'] {
  if (assessments.some(isRefused)) return 'fail'
  if (assessments.some(({ outcome }) => outcome === 'failed')) return 'error'
  if (min !== undefined || baseline !== undefined) return 'pass'
  if (!threshold) return null
  const lowest = Math.min(...assessments.flatMap(({ score }) => score ?? []))
  return lowest < threshold.fail ? 'fail' : lowest < threshold.pass ? 'revise' : 'pass'
}
