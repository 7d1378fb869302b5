/**
 * The GitHub action: scores the pictures of a pull request, and keeps one comment up to date. `npm run build:action` makes
 * `palate.mjs` of it, which needs nothing else, so that a run installs nothing.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { scoreMarkdown } from '@palate/core/report/score-markdown.ts'
import { addressOf } from '../packages/cli/src/api/connection/address.ts'
import { clientOf } from '../packages/cli/src/api/connection/client.ts'
import { type AssessedPictures, assessPictures } from '../packages/cli/src/api/score/assess-pictures.ts'
import { annotateAssessments, judge, warnOfClose } from '../packages/cli/src/api/score/gate/judge.ts'
import { listedInputs } from '../packages/cli/src/api/score/inputs.ts'
import { tableOf } from '../packages/cli/src/api/score/output.ts'
import { writeBuildReports } from '../packages/cli/src/api/score/report/build-reports.ts'
import type { ScoreOptions } from '../packages/cli/src/api/score/result.ts'
import { exitCodeOf } from '../packages/cli/src/exit-code.ts'
import { explainError } from '../packages/cli/src/explain-error.ts'
import { CommandError, print, printWarning, UsageError } from '../packages/cli/src/output.ts'
import { commentOn } from './comment.ts'
import { annotateRun, type Inputs, readInputs } from './inputs.ts'

const pictureKinds = ['*.jpg', '*.jpeg', '*.png', '*.webp', '*.gif', '*.avif']
/** Git prints a line for each picture. */
const listBytesMax = 2 ** 27

type Verdict = 'pass' | 'fail' | 'error' | 'neutral'

interface PullRequest {
  readonly number?: number
  readonly head?: { readonly repo?: { readonly id?: number } | null }
  readonly base?: { readonly repo?: { readonly id?: number } | null }
}

const { GITHUB_WORKSPACE, GITHUB_EVENT_PATH, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY } = process.env

process.exitCode = await run(readInputs())

async function run(inputs: Inputs): Promise<number> {
  try {
    if (GITHUB_WORKSPACE) process.chdir(GITHUB_WORKSPACE)
    const pullRequest = readPullRequest()
    const reason = reasonWithoutSecrets(inputs, pullRequest)
    if (reason !== undefined) return end('neutral', reason)
    return await score(inputs, pullRequest)
  } catch (error) {
    // The comment stays as it is: the last result is still true.
    const lines = [explainError(error)].flat()
    printWarning(lines)
    annotateRun('error', `The pictures were not scored: ${lines.join('\n')}`)
    summarise(`### Palate\n\nThe pictures were not scored. The log says why.\n`)
    end('error')
    return exitCodeOf(error)
  }
}

async function score(inputs: Inputs, pullRequest: PullRequest | undefined): Promise<number> {
  const options = optionsOf(inputs)
  const palate = clientOf({ url: options.url, apiKey: inputs.key })
  const names = inputs.files.length > 0 ? inputs.files : picturesOfPullRequest()
  const comment = (body: string, options?: { readonly onlyUpdate: boolean }) =>
    commentOn(pullRequest?.number, inputs, body, options)
  if (names.length === 0) {
    await comment('No pictures to score.\n', { onlyUpdate: true })
    return end('pass', 'No pictures to score.')
  }
  const pictures = await assessPictures(palate, listedInputs(names), options)
  const { subject, assessments, best } = pictures
  const [dimension = ''] = subject.dimensions
  print(tableOf(best, assessments, subject, pictures.options))
  writeBuildReports(pictures)
  annotateAssessments(assessments, dimension)
  warnOfClose(assessments)
  const summary = scoreMarkdown(subject.profile.name, dimension, assessments)
  summarise(summary)
  await comment(summary)
  return decide(pictures)
}

/** The exit code is that of `palate score`. */
function decide({ assessments, options }: AssessedPictures): number {
  try {
    judge(assessments, options)
    return end('pass')
  } catch (error) {
    const code = exitCodeOf(error)
    printWarning(explainError(error))
    end(code === 3 ? 'fail' : 'error')
    return code
  }
}

function optionsOf(inputs: Inputs): ScoreOptions & { readonly url: string } {
  const { profile, branch, versionId, baseline, min, allowClose, junit, sarif } = inputs
  if (branch !== undefined && versionId !== undefined) {
    throw new UsageError('the inputs branch and profile-version exclude each other')
  }
  if (min !== undefined && !(min >= 0 && min <= 1)) throw new UsageError('the input min must be a number from 0 to 1')
  return {
    url: addressOf(inputs.url, 'the input url'),
    ...(profile !== undefined && { profile }),
    ...(branch !== undefined && { branch }),
    ...(versionId !== undefined && { versionId }),
    ...(baseline !== undefined && { baseline }),
    ...(min === undefined ? { gate: true } : { min }),
    ...(junit !== undefined && { junit }),
    ...(sarif !== undefined && { sarif }),
    allowClose,
  }
}

function readPullRequest(): PullRequest | undefined {
  if (!GITHUB_EVENT_PATH) return undefined
  return (JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')) as { pull_request?: PullRequest }).pull_request
}

/** GitHub gives no secrets to pull requests of forks and of Dependabot: nobody can mend that in the pull request. */
function reasonWithoutSecrets({ key }: Inputs, pullRequest: PullRequest | undefined): string | undefined {
  if (key !== '') return undefined
  const base = pullRequest?.base?.repo?.id
  if (base !== undefined && pullRequest?.head?.repo?.id !== base) {
    return 'This pull request comes from a fork, which gets no secrets: its pictures were not scored.'
  }
  if (pullRequest && process.env.GITHUB_ACTOR === 'dependabot[bot]') {
    return "Dependabot's pull requests get no secrets of actions: the pictures were not scored."
  }
  throw new UsageError('the input key is empty: is the secret set?')
}

function picturesOfPullRequest(): readonly string[] {
  const base = process.env.GITHUB_BASE_REF
  if (!base) throw new UsageError('outside a pull request, the input files is required')
  const args = ['diff', '--name-only', '--relative', '-z', '--diff-filter=d', `origin/${base}...HEAD`, '--']
  try {
    const listed = execFileSync('git', [...args, ...pictureKinds], {
      encoding: 'utf8',
      maxBuffer: listBytesMax,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return listed.split('\0').filter((name) => name !== '')
  } catch {
    throw new CommandError(
      'the pictures of the pull request cannot be listed: check out with fetch-depth: 0, or set the input files',
    )
  }
}

function end(verdict: Verdict, note?: string): number {
  if (note !== undefined) {
    print(note)
    summarise(`### Palate\n\n${note}\n`)
    if (verdict === 'neutral') annotateRun('notice', note)
  }
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `verdict=${verdict}\n`)
  return 0
}

function summarise(text: string): void {
  if (!GITHUB_STEP_SUMMARY) return
  try {
    appendFileSync(GITHUB_STEP_SUMMARY, text)
  } catch (error) {
    // The scores are more important than their summary.
    printWarning(`cannot write the summary: ${(error as Error).message}`)
  }
}
