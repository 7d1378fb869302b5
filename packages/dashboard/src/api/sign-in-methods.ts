import { useQuery } from '@tanstack/react-query'
import { palate, serviceUrl } from './palate.ts'

/** How people can sign in besides keys and links. */
export function useSignInMethods() {
  return useQuery({
    queryKey: ['sign-in-methods'],
    queryFn: ({ signal }) => palate.session.methods({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Where the browser signs in with the identity provider, to come back to this path. */
export function signOnAddress(to: string): string {
  return `${serviceUrl}/api/session/oidc?to=${encodeURIComponent(to)}`
}
