// Writes a summary into one comment on the pull request, and updates the same comment on later runs. It never fails
// the job: a token that may not comment, and a GitHub that does not answer, only lead to a warning.
import { existsSync, readFileSync } from 'node:fs'

const commentCharactersMax = 65_536
const requestMsMax = 30_000
const pagesMax = 50
const perPage = 100

const { GITHUB_TOKEN, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_API_URL = 'https://api.github.com' } = process.env

try {
  await comment(process.argv[2] ?? '')
} catch (error) {
  const message = String(error instanceof Error ? error.message : error).replaceAll('%', '%25')
  process.stdout.write(`::warning::No comment was written: ${message.replaceAll(/\r?\n/g, '%0A')}\n`)
}

async function comment(file) {
  const number = JSON.parse(readFileSync(GITHUB_EVENT_PATH ?? '', 'utf8')).pull_request?.number
  if (!GITHUB_TOKEN || !Number.isInteger(number)) return
  const summary = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const comments = `/repos/${GITHUB_REPOSITORY}/issues`
  const own = await findOwn(`${comments}/${number}/comments`)
  const body = bodyOf(summary === '' ? 'No pictures to score.\n' : summary)
  if (own) await request('PATCH', `${comments}/comments/${own.id}`, { body })
  else if (summary !== '') await request('POST', `${comments}/${number}/comments`, { body })
}

/** The profile is part of it, so that a workflow can use the action several times. */
function marker() {
  return `<!-- palate:${encodeURIComponent(process.env.PROFILE ?? '').replaceAll('-', '%2D')} -->`
}

function bodyOf(summary) {
  const note = '\n\nThe table is longer: see the summary of the run.\n'
  const whole = `${marker()}\n${summary}`
  if (whole.length <= commentCharactersMax) return whole
  const cut = whole.slice(0, commentCharactersMax - note.length)
  return `${cut.slice(0, cut.lastIndexOf('\n'))}${note}`
}

/** Only of a bot: a person could write the marker into a comment that they can edit later. */
async function findOwn(path) {
  for (let page = 1; page <= pagesMax; page++) {
    const some = await request('GET', `${path}?per_page=${perPage}&page=${page}`)
    if (!Array.isArray(some)) throw new Error('GitHub did not return a list of comments')
    const own = some.find(({ body, user }) => user?.type === 'Bot' && String(body).startsWith(marker()))
    if (own || some.length < perPage) return own
  }
  return undefined
}

async function request(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${GITHUB_TOKEN}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    signal: AbortSignal.timeout(requestMsMax),
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status === 403 || response.status === 404) {
    throw new Error('the token may not write comments; give the job the permission pull-requests: write')
  }
  if (!response.ok) throw new Error(`GitHub responded with ${response.status}`)
  return response.json()
}
