import { isAuthError, type Session, type SessionKey, type SignIn } from '@palate/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionEnd } from '../state/session-end.ts'
import { palate, serviceUrl } from './palate.ts'
import { queries } from './queries.ts'

export type Scope = NonNullable<Session['scopes']>[number]

const sessionKey = ['session'] as const

/** The current session, or null if signed out. No `scopes` means all scopes, no `projectId` all projects. */
export function useSession() {
  return useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 })
}

/** The key that is signed in; undefined until it is known. */
export function useSessionKey(): SessionKey | undefined {
  return useQuery({
    queryKey: ['session-key'],
    queryFn: () => palate.session.key(),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** Who is signed in, or whose key it is; undefined for a key that is nobody's. */
export function usePerson(): Session['person'] {
  return useSession().data?.person
}

/** Who may not see how others judged a picture before they have judged it themselves; undefined for everybody else. */
export function useBlindPerson(): Session['person'] {
  const person = usePerson()
  return person?.role === 'judge' ? person : undefined
}

/** Who is signed in, outside of components. */
export function knownPerson(): Session['person'] {
  return queries.getQueryData<Session | null>(sessionKey)?.person
}

/** Whether the session's key has one of these scopes. The UI hides what it does not permit. */
export function useMay(...anyOf: readonly Scope[]): boolean {
  return mayAny(useSession().data?.scopes, anyOf)
}

export function mayAny(scopes: Session['scopes'], anyOf: readonly Scope[]): boolean {
  return scopes == null || anyOf.some((scope) => scopes.includes(scope))
}

/** Signs in. Signing in again as the same person or account keeps the page as it was. */
export function useSignIn() {
  return useMutation({
    mutationFn: (credential: SignIn) => palate.session.start(credential),
    onSuccess: takeSession,
  })
}

function takeSession(session: Session): void {
  const before = queries.getQueryData<Session | null>(sessionKey)
  // Somebody else: discard everything that was read.
  if (before && isSomebodyElse(before, session)) {
    location.reload()
    return
  }
  queries.setQueryData(sessionKey, session)
  sessionEnd.clear()
  void queries.invalidateQueries({ predicate: isNotSession })
}

/** Somebody may have signed in in another tab: looks whenever this one is shown again. */
export function useReadSessionAgain(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return
    const read = () => void palate.session.get().then(takeSession, () => undefined)
    window.addEventListener('focus', read)
    return () => window.removeEventListener('focus', read)
  }, [isEnabled])
}

/** Ends the session and discards everything that was read with it. */
export function useSignOut(): () => Promise<void> {
  return async () => {
    await palate.session.end().catch((error) => {
      // The session may already have ended.
      if (!isAuthError(error)) throw error
    })
    queries.setQueryData(sessionKey, null)
    queries.removeQueries({ predicate: isNotSession })
    sessionEnd.clear()
  }
}

function isSomebodyElse(before: Session, now: Session): boolean {
  return before.account !== now.account || before.person?.id !== now.person?.id
}

function isNotSession({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey[0] !== sessionKey[0]
}

async function readSession(): Promise<Session | null> {
  const before = queries.getQueryData<Session | null>(sessionKey)
  if (!before && (await hasNoCookie())) return null
  try {
    return await palate.session.get()
  } catch (error) {
    if (!isAuthError(error)) throw error
    if (before) sessionEnd.notice()
    return before ?? null
  }
}

/** What the service wrote into the open page. Undefined after its first use, because it is only valid at load time. */
let atLoad: string | undefined = document.documentElement.dataset.session ?? 'unknown'

/**
 * Whether the browser has no session cookie, as far as the service can tell: scripts cannot read it. Requesting a
 * session without one returns 401, which browsers log on the console.
 */
async function hasNoCookie(): Promise<boolean> {
  const said = atLoad ?? (await readPage())
  atLoad = undefined
  return said === 'none'
}

/** Someone may have signed in on another page since then, so request the page again. */
async function readPage(): Promise<string | undefined> {
  const page = await fetch(`${serviceUrl}/`, { headers: { accept: 'text/html' } })
    .then((answer) => answer.text())
    .catch(() => '')
  return /data-session="(\w+)"/.exec(page)?.[1]
}
