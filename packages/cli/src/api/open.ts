import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openBrowser } from '../open-browser.ts'
import { print, printJson } from '../output.ts'
import { signInLink } from '../sign-in-link.ts'
import { apiCommand } from './api-command.ts'
import { accessOf, type Login, NotSignedIn, namedAddress, type Sources } from './connection/access.ts'
import { defaultUrl } from './connection/address.ts'
import { type ApiOptions, clientOf, readSources } from './connection/client.ts'

export function openCommand(): Command {
  return apiCommand('open', 'open the dashboard in a browser, signed in, and print the link', [
    'open',
    'open --no-browser',
  ])
    .option('--no-browser', 'only print the link')
    .action(open)
}

async function open({ browser, json, url: named }: ApiOptions & { readonly browser: boolean }): Promise<void> {
  const access = await openedAccess(readSources(named))
  const { url } = access
  const palate = clientOf(access)
  const { code = '', expiresAt } = await palate.session.createCode()
  const link = signInLink(url, code)
  if (json) printJson({ link, expiresAt })
  else print(link)
  if (browser) openBrowser(link)
}

/** The login for the URL in use, else the first key of a service on this machine. */
async function openedAccess(given: Sources): Promise<Login> {
  const isUnnamed = namedAddress(given).by === 'default' && given.logins.length === 0
  const sources = isUnnamed ? { ...given, option: await localAddress() } : given
  try {
    return accessOf(sources)
  } catch (error) {
    const { url, by } = namedAddress(sources)
    // A `palate.json` may name this local service, but not another one.
    const isOwn = isLocal(url) && (by !== 'file' || url === (await localAddress()))
    const apiKey = error instanceof NotSignedIn && isOwn ? await firstKey() : undefined
    if (apiKey === undefined) throw isUnnamed ? new NotSignedIn() : error
    return { url, apiKey }
  }
}

/** The service that the variables of `palate serve` describe. */
async function localAddress(): Promise<string> {
  const { port, basePath } = await serviceConfig()
  const address = new URL(defaultUrl)
  if (port !== 0) address.port = String(port)
  return `${address.origin}${basePath}`
}

function isLocal(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

/** The first key of a service is in its data directory. It is sent only to that machine. */
async function firstKey(): Promise<string | undefined> {
  try {
    return readFileSync(join((await serviceConfig()).dataDir, 'bootstrap-key'), 'utf8').trim()
  } catch {
    // Not the data directory of a service.
    return undefined
  }
}

async function serviceConfig() {
  const { readConfig } = await import('@palate/server/config/config.ts')
  return readConfig(process.env)
}
