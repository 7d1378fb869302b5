import { useEffect, useState } from 'react'
import { basePath } from '../../api/palate.ts'
import { describeCode, ShownError } from '../../ui/errors/describe-error.ts'
import { codeIn } from './code-in.ts'

/** An invitation asks before it takes the place of a session. */
export const joinPath = '/join'
/** Where a person confirms the login of a command, whose code signs nobody in. */
export const loginPath = '/login'

export function isJoinPage(): boolean {
  return location.pathname === basePath + joinPath
}

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

/** Why the identity provider's sign-in failed: it leads back to `/#error=…`. */
export function useSignInError(): ShownError | null {
  const [error] = useState(takeError)
  return error
}

/** The same, once. */
export function takeError(): ShownError | null {
  const error = new URLSearchParams(location.hash.slice(1)).get('error')
  if (error === null) return null
  history.replaceState(history.state, '', location.pathname + location.search)
  return new ShownError(describeCode(error))
}
