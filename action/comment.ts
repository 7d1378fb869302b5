import { annotateRun, type Inputs } from './inputs.ts'

const commentCharactersMax = 65_536
const requestMsMax = 30_000
const pagesMax = 50
const perPage = 100

interface Comment {
  readonly id: number
  readonly body?: string
  readonly user?: { readonly type?: string } | null
}

interface Options {
  /** Nothing is written where there is no comment yet. */
  readonly onlyUpdate: boolean
}

/**
 * Keeps one comment on the pull request up to date. It never fails the job: a token that may not comment, and a GitHub that
 * does not answer, only lead to a warning.
 */
export async function commentOn(
  pullRequest: number | undefined,
  { token, profile }: Inputs,
  text: string,
  { onlyUpdate }: Options = { onlyUpdate: false },
): Promise<void> {
  if (token === '' || !Number.isInteger(pullRequest)) return
  // The profile is part of it, so that a workflow can use the action several times.
  const marker = `<!-- palate:${encodeURIComponent(profile ?? '').replaceAll('-', '%2D')} -->`
  const comments = `/repos/${process.env.GITHUB_REPOSITORY}/issues`
  const body = bodyOf(`${marker}\n${text}`)
  try {
    const own = await findOwn(token, `${comments}/${pullRequest}/comments`, marker)
    if (own) await request(token, 'PATCH', `${comments}/comments/${own.id}`, { body })
    else if (!onlyUpdate) await request(token, 'POST', `${comments}/${pullRequest}/comments`, { body })
  } catch (error) {
    annotateRun('warning', `No comment was written: ${error instanceof Error ? error.message : error}`)
  }
}

function bodyOf(whole: string): string {
  const note = '\n\nThe table is longer: see the summary of the run.\n'
  if (whole.length <= commentCharactersMax) return whole
  const cut = whole.slice(0, commentCharactersMax - note.length)
  return `${cut.slice(0, cut.lastIndexOf('\n'))}${note}`
}

/** Only of a bot: a person could write the marker into a comment that they can edit later. */
async function findOwn(token: string, path: string, marker: string): Promise<Comment | undefined> {
  for (let page = 1; page <= pagesMax; page++) {
    const found = await request(token, 'GET', `${path}?per_page=${perPage}&page=${page}`)
    if (!Array.isArray(found)) throw new Error('GitHub did not return a list of comments')
    const comments = found as readonly Comment[]
    const own = comments.find(({ body, user }) => user?.type === 'Bot' && String(body).startsWith(marker))
    if (own || comments.length < perPage) return own
  }
  return undefined
}

async function request(token: string, method: string, path: string, body?: object): Promise<unknown> {
  const { GITHUB_API_URL = 'https://api.github.com' } = process.env
  const response = await fetch(`${GITHUB_API_URL}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
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
