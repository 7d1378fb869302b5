/** A URL of the dashboard that signs a browser in. The code is in the fragment, which browsers do not send. */
export function signInLink(url: string, code: string, path = '/'): string {
  return `${reachable(url).replace(/\/+$/, '')}${path}#code=${code}`
}

/** A service that listens on all addresses is reached by the machine's own. */
function reachable(url: string): string {
  return url.replace(/^(https?:\/\/)0\.0\.0\.0(?=[:/]|$)/, '$1127.0.0.1').replace(/^(https?:\/\/)\[::\]/, '$1[::1]')
}
