import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'
import type { Answer } from '../answer.ts'
import { type DashboardFile, type Encoding, readDashboardFiles } from './dashboard-files.ts'
import { hasNoSession, signedOutPage } from './signed-out-page.ts'

/** Nothing inline, nothing from another host. Previews of dropped pictures are blob: and data: addresses. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const ourHeaders = { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' }

/** Paths of the API: what is unknown below them is a problem document, never a page. */
const apiPaths = /^\/(?:v1|api|docs|openapi\.json|healthz|readyz|metrics)(?:\/|$)/

export interface DashboardRequest {
  readonly method: string
  /** Without the base path and the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Serves the dashboard's files, and its page for every path of its own. The files are read at the first request and kept;
 * there is no path to the disk in a request. Undefined if the dashboard has nothing there, or is not built.
 */
export function createDashboard(directory: string, basePath: string) {
  let kept: ReadonlyMap<string, DashboardFile> | undefined

  function filesNow(): ReadonlyMap<string, DashboardFile> {
    if (kept) return kept
    const files = withBasePath(readDashboardFiles(directory), basePath)
    // Not kept while there are none, so that a dashboard that is built later is found.
    if (files.size > 0) kept = files
    return files
  }

  return {
    answerTo({ method, path, headers }: DashboardRequest): Answer | undefined {
      if ((method !== 'GET' && method !== 'HEAD') || apiPaths.test(path)) return undefined
      const files = filesNow()
      const asksForPage = path === '/' || headers.accept?.includes('text/html') === true
      const page = files.get('/index.html')
      const file = files.get(path) ?? (asksForPage ? page : undefined)
      return file && (file === page ? pageOf(page, headers) : answerOf(file, headers))
    },
  }
}

/** The page, which says whether somebody may be signed in. */
function pageOf(page: DashboardFile, headers: IncomingHttpHeaders): Answer {
  const isSignedOut = hasNoSession(headers)
  const answer = answerOf(isSignedOut ? signedOutPage(page) : page, headers)
  const vary = { vary: 'Cookie, Sec-Fetch-Site' }
  // Going back in a browser's history shows what it has stored without asking. That would be wrong after signing in.
  const cache = isSignedOut && { 'cache-control': 'no-store' }
  return { ...answer, headers: { ...answer.headers, ...vary, ...cache } }
}

const smallestFirst: readonly Encoding[] = ['br', 'gzip']

function answerOf({ mediaType, tag, contents, isHashed }: DashboardFile, headers: IncomingHttpHeaders): Answer {
  const available = Object.keys(contents) as Encoding[]
  const accepted = new Negotiator({ headers }).encodings(available)
  const encoding = smallestFirst.find((one) => accepted.includes(one)) ?? 'identity'
  const body = contents[encoding] ?? contents.identity
  const etag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
  const isUnchanged = headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
  return {
    status: isUnchanged ? 304 : 200,
    mediaType,
    body: isUnchanged ? null : body,
    headers: {
      ...ourHeaders,
      etag,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(available.length > 1 && { vary: 'Accept-Encoding' }),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  }
}

/** The page's <base> says where the service is. Its encoded forms, which do not, are left out. */
function withBasePath(files: ReadonlyMap<string, DashboardFile>, basePath: string): ReadonlyMap<string, DashboardFile> {
  const page = files.get('/index.html')
  if (!page) return files
  const text = page.contents.identity.toString().replace(/<base href="[^"]*"/, `<base href="${basePath}/"`)
  const own = { ...page, tag: `${page.tag}${basePath.replaceAll('/', '.')}`, contents: { identity: Buffer.from(text) } }
  return new Map([...files, ['/index.html', own]])
}
