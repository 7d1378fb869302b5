import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type CreatedLogin, isPalateError, Palate } from '@palate/client'
import { openBrowser } from '../open-browser.ts'
import { CommandError, printWarning } from '../output.ts'
import { askSecret } from '../terminal/prompts.ts'
import { NotSignedIn } from './connection/access.ts'

/**
 * The key of a person who confirms this login in the dashboard, which opens if there is a browser. Whoever has a key
 * pastes it instead, which is the only way in a team without people.
 */
export async function confirmedKey(url: string): Promise<string> {
  const palate = new Palate({ url })
  const login = await startLogin(palate)
  if (!login) return (await askSecret(`Key for ${url}`, new AbortController().signal)) ?? ''
  printWarning(`confirm this login at ${login.url}`)
  printWarning(`the page must show the code ${login.userCode}`)
  if (/^https?:/.test(login.url)) openBrowser(login.url)
  const controller = new AbortController()
  const { signal } = controller
  try {
    // A prompt that was ended by the other answer never wins.
    const pasted = askSecret(`Key for ${url} (or confirm in the dashboard)`, signal).then(
      (key) => key ?? new Promise<never>(() => {}),
    )
    return await Promise.race([collectKey(palate, login, signal), pasted])
  } finally {
    controller.abort()
  }
}

/** Undefined if the service is of a version without logins, or takes no more of them now. */
async function startLogin(palate: Palate): Promise<CreatedLogin | undefined> {
  try {
    return await palate.logins.create(hostname() || 'this machine', { retries: 0 })
  } catch (error) {
    if (isPalateError(error, 'route_not_found') || isPalateError(error, 'rate_limited')) return undefined
    throw error
  }
}

/** Asks until somebody has decided. A lost connection ends nothing: the login does, when it expires. */
async function collectKey(palate: Palate, login: CreatedLogin, signal: AbortSignal): Promise<string> {
  for (;;) {
    await pause(login.interval * 1000, undefined, { signal })
    try {
      const made = await palate.logins.collect(login.code, { signal })
      if (made?.key !== undefined) return made.key
    } catch (error) {
      const isRefused = isPalateError(error, 'login_refused') || isPalateError(error, 'login_expired')
      if (isRefused) throw new NotSignedIn(error.message)
      if (!isPalateError(error, 'connection_failed') && !isPalateError(error, 'timeout')) throw error
      if (Date.parse(login.expiresAt) < Date.now()) throw new CommandError(error.message)
    }
  }
}
