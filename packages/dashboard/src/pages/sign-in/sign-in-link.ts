import { useEffect } from 'react'
import { basePath } from '../../api/palate.ts'

/** An invitation asks before it takes the place of a session. */
export const joinPath = '/join'
/** Where a person confirms the login of a command, whose code signs nobody in. */
export const loginPath = '/login'

const withOtherCodes: readonly string[] = [loginPath]

/** Takes the code of a sign-in link, at the first opening and when a link is pasted into the address of an open page. */
export function useSignInLink(onCode: (code: string) => void, exceptAt: readonly string[] = withOtherCodes): void {
  useEffect(() => {
    const redeem = () => {
      if (exceptAt.some((path) => location.pathname === basePath + path)) return
      const code = takeCode()
      if (code !== undefined) onCode(code)
    }
    redeem()
    window.addEventListener('hashchange', redeem)
    return () => window.removeEventListener('hashchange', redeem)
  }, [onCode, exceptAt])
}

/** The code in the address, which no history keeps. */
export function takeCode(): string | undefined {
  const code = codeIn(location.hash)
  if (code !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return code
}

/** The code in a link such as `http://…/#code=…`, or in its end alone. */
export function codeIn(link: string): string | undefined {
  const [, fragment] = link.split('#')
  return new URLSearchParams(fragment ?? '').get('code') ?? undefined
}
