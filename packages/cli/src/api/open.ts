import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { openBrowser } from '../open-browser.ts'
import { say } from '../output.ts'
import { signInLink } from '../sign-in-link.ts'
import { apiCommand } from './api-command.ts'
import { type ApiOptions, clientOf, defaultUrl, findApiKey, NotSignedIn, serviceUrl } from './session.ts'

export function openCommand(): Command {
  return apiCommand('open', 'open the dashboard in a browser, signed in; prints the link', [
    'open',
    'open --no-browser',
  ])
    .option('--no-browser', 'print the link and nothing else')
    .action(open)
}

async function open({ browser, json, url: named }: ApiOptions & { readonly browser: boolean }): Promise<void> {
  const url = await openedUrl(serviceUrl(named))
  const palate = clientOf(url, findApiKey() ?? (await firstKey(url)))
  const { code = '', expiresAt } = await palate.session.createCode()
  const link = signInLink(url, code)
  say(json ? JSON.stringify({ link, expiresAt }, null, 2) : link)
  if (browser) openBrowser(link)
}

/** Where nothing says otherwise, the service that the variables of `palate serve` describe. */
async function openedUrl(url: string): Promise<string> {
  if (url !== defaultUrl) return url
  const { port, basePath } = await serviceConfig()
  const address = new URL(url)
  if (port !== 0) address.port = String(port)
  return `${address.origin}${basePath}`
}

/** On the machine of the service its first key is in the data directory. It is sent to that machine alone. */
async function firstKey(url: string): Promise<string> {
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
  try {
    if (isHere) return readFileSync(join((await serviceConfig()).dataDir, 'bootstrap-key'), 'utf8').trim()
  } catch {
    // Not the machine, or not the folder, of a service.
  }
  throw new NotSignedIn()
}

async function serviceConfig() {
  const { readConfig } = await import('@palate/server/config/config.ts')
  return readConfig(process.env)
}
