import { useEffect } from 'react'

/** Takes the code of a sign-in link, at the first opening and when a link is pasted into the address of an open page. */
export function useSignInLink(onCode: (code: string) => void): void {
  useEffect(() => {
    const redeem = () => {
      const code = codeIn(location.hash)
      if (code === undefined) return
      // No history keeps it.
      history.replaceState(history.state, '', location.pathname + location.search)
      onCode(code)
    }
    redeem()
    window.addEventListener('hashchange', redeem)
    return () => window.removeEventListener('hashchange', redeem)
  }, [onCode])
}

/** The code in a link such as `http://…/#code=…`, or in its end alone. */
export function codeIn(link: string): string | undefined {
  const [, fragment] = link.split('#')
  return new URLSearchParams(fragment ?? '').get('code') ?? undefined
}
