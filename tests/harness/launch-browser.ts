import { type Browser as Chromium, chromium } from 'playwright-core'
import { findBrowsers, howToGetABrowser } from './find-browser.ts'

let shared: Promise<Chromium> | undefined

/** One for all files of a worker. Ends with the worker. */
export async function sharedBrowser(): Promise<Chromium> {
  const running = await shared
  if (running?.isConnected()) return running
  shared = launchBrowser()
  return shared
}

/** If there is no browser, fails with instructions for getting one. */
export async function launchBrowser(): Promise<Chromium> {
  const reasons: string[] = []
  for await (const { executablePath, env } of findBrowsers()) {
    try {
      // Chromium refuses to run as root with its sandbox, and tests open only Palate's pages.
      const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
      return await chromium.launch({ executablePath, args, env: { ...definedEnv(), ...env } })
    } catch (error) {
      reasons.push(`${executablePath}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  throw new Error([howToGetABrowser, ...reasons].join('\n'))
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
