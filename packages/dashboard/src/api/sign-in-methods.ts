import { useQuery } from '@tanstack/react-query'
import { basePath, palate, serviceUrl } from './palate.ts'

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

/** The page that is open, as the service knows it: the service adds its prefix itself. */
export function currentPath(): string {
  return location.pathname.slice(basePath.length) || '/'
}
