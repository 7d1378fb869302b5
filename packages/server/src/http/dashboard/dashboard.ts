import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'
import { sessionIn } from '../../platform/session-cookie.ts'
import type { HttpResponse } from '../response/http-response.ts'
import { type DashboardFile, type Encoding, readDashboardFiles } from './dashboard-files.ts'

/** Allows nothing inline and nothing from another host. Previews of dropped pictures are blob: and data: URLs. */
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

/** API paths. An unknown path below them gets a problem document, never a page. */
const apiPaths = /^\/(?:v1|api|docs|openapi\.json|healthz|readyz|metrics)(?:\/|$)/

interface DashboardRequest {
  readonly method: string
  /** Without the base path and query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export type Dashboard = ReturnType<typeof createDashboard>

/**
 * Serves the dashboard's files, and its page for each of its paths. The files are read on the first request and cached;
 * requests never reach the disk. Returns undefined if the path is not the dashboard's or the dashboard is not built.
 */
export function createDashboard(directory: string, basePath: string) {
  let kept: ReadonlyMap<string, DashboardFile> | undefined

  function filesNow(): ReadonlyMap<string, DashboardFile> {
    if (kept) return kept
    const files = withBasePath(readDashboardFiles(directory), basePath)
    // An empty result is not cached, so that a dashboard built later is found.
    if (files.size > 0) kept = files
    return files
  }

  return {
    respondTo({ method, path, headers }: DashboardRequest): HttpResponse | undefined {
      if ((method !== 'GET' && method !== 'HEAD') || apiPaths.test(path)) return undefined
      const files = filesNow()
      const asksForPage = path === '/' || headers.accept?.includes('text/html') === true
      const page = files.get('/index.html')
      const file = files.get(path) ?? (asksForPage ? page : undefined)
      return file && (file === page ? pageOf(page, headers) : responseOf(file, headers))
    },
  }
}

/** The page, which says whether the user may be signed in. */
function pageOf(page: DashboardFile, headers: IncomingHttpHeaders): HttpResponse {
  const isSignedOut = hasNoSession(headers)
  const response = responseOf(isSignedOut ? signedOutPage(page) : page, headers)
  const vary = { vary: 'Cookie, Sec-Fetch-Site' }
  // Going back in the browser's history shows the cached page without a request. That would be wrong after signing in.
  const cache = isSignedOut && { 'cache-control': 'no-store' }
  return { ...response, headers: { ...response.headers, ...vary, ...cache } }
}

const smallestFirst: readonly Encoding[] = ['br', 'gzip']

function responseOf({ mediaType, tag, contents, isHashed }: DashboardFile, headers: IncomingHttpHeaders): HttpResponse {
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

/** The page's <base> contains the base path. Its precompressed forms do not, so they are omitted. */
function withBasePath(files: ReadonlyMap<string, DashboardFile>, basePath: string): ReadonlyMap<string, DashboardFile> {
  const page = files.get('/index.html')
  if (!page) return files
  const text = page.contents.identity.toString().replace(/<base href="[^"]*"/, `<base href="${basePath}/"`)
  const own = { ...page, tag: `${page.tag}${basePath.replaceAll('/', '.')}`, contents: { identity: Buffer.from(text) } }
  return new Map([...files, ['/index.html', own]])
}

/**
 * Whether the browser certainly has no session cookie. It withholds the cookie when a link on another site leads here
 * (`SameSite=Strict`). A browser that does not send `Sec-Fetch-Site`, as over plain http, may also have withheld it.
 */
function hasNoSession({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  const isSent = site === 'none' || site === 'same-origin' || site === 'same-site'
  return isSent && !sessionIn(cookie)?.token
}

const made = new WeakMap<DashboardFile, DashboardFile>()

/** The page for a signed-out user. It skips the session request, whose failure browsers would log as an error. */
function signedOutPage(page: DashboardFile): DashboardFile {
  const known = made.get(page)
  if (known) return known
  const text = page.contents.identity.toString().replace('data-session="unknown"', 'data-session="none"')
  const signedOut = { ...page, tag: `${page.tag}-signed-out`, contents: { identity: Buffer.from(text) } }
  made.set(page, signedOut)
  return signedOut
}
