/** The parameter of the address that names the branch that is viewed. */
export const branchParameter = 'branch'

/**
 * Keeps the viewed branch in the address from page to page of a profile. A link that names one decides.
 */
export function withViewedBranch(to: string, here: Pick<Location, 'pathname' | 'search'> = location): string {
  const [path = '', hash] = to.split('#')
  const [pathname = '', search = ''] = path.split('?')
  const params = new URLSearchParams(search)
  const asked = params.get(branchParameter)
  const viewed = new URLSearchParams(here.search).get(branchParameter)
  const profile = profileIn(pathname)
  if (asked !== null || !viewed || profile === undefined || profile !== profileIn(here.pathname)) return to
  params.set(branchParameter, viewed)
  return `${pathname}?${params}${hash === undefined ? '' : `#${hash}`}`
}

function profileIn(pathname: string): string | undefined {
  return /\/profiles\/([^/]+)/.exec(pathname)?.[1]
}
