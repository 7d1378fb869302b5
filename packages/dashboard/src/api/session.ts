import { isPalateError, PalateError, type Problem } from '@palate/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { requestHeader, serviceUrl } from './palate.ts'

/** Who is signed in. No `scopes` means all of them, no `projectId` every project. */
export interface Session {
  readonly account: string | { readonly id: string; readonly name?: string }
  readonly projectId?: string | null
  readonly scopes?: readonly Scope[] | null
}

export type Scope = 'read' | 'score' | 'teach' | 'write' | 'admin'

const address = `${serviceUrl}/api/session`

/** The session, or null where nobody is signed in. */
export function useSession() {
  return useQuery({ queryKey: ['session'], queryFn: readSession, staleTime: 60_000 })
}

/** Whether the key that is signed in has one of these scopes. What it may not do is not offered. */
export function useMay(...anyOf: readonly Scope[]): boolean {
  const scopes = useSession().data?.scopes
  return scopes == null || anyOf.some((scope) => scopes.includes(scope))
}

export async function signIn(credentials: { key: string } | { code: string }): Promise<Session> {
  return (await ask('POST', credentials)) as Session
}

/** Ends the session, and forgets all that was read with it. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await ask('DELETE')
    queries.clear()
    queries.setQueryData(['session'], null)
  }
}

async function readSession(): Promise<Session | null> {
  try {
    return (await ask('GET')) as Session
  } catch (error) {
    if (isPalateError(error) && error.status === 401) return null
    throw error
  }
}

async function ask(method: string, body?: object): Promise<unknown> {
  const headers = { ...requestHeader, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) }).catch(
    (cause) => {
      throw new PalateError('connection_failed', 'The service does not answer.', { cause })
    },
  )
  const answer = await response.json().catch(() => ({}))
  if (response.ok) return answer
  const problem = answer as Partial<Problem>
  if (problem.code === undefined)
    throw new PalateError('unexpected_answer', `The service answered with status ${response.status}.`)
  throw new PalateError(problem.code, problem.detail ?? '', { status: response.status, problem: problem as Problem })
}
