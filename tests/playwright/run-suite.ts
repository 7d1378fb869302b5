import { findBrowsers, howToGetABrowser } from '../harness/find-browser.ts'
import { createFolder } from '../harness/temporary-folder.ts'
import { outsideEnv, repository, runIn } from '../package/consumer.ts'

export interface SuiteRun {
  readonly folder: string
  readonly stdout: string
  readonly stderr: string
}

/** Runs a test runner in a new process, with the browser and the service that its configuration needs. */
export async function runSuite(
  { url, key }: { readonly url: string; readonly key: string },
  profileId: string,
  command: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<SuiteRun> {
  const { value: browser } = await findBrowsers().next()
  if (!browser) throw new Error(howToGetABrowser)
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const folder = createFolder('suite')
  const env = {
    ...outsideEnv(),
    PALATE_URL: url,
    PALATE_API_KEY: key,
    TEST_PROFILE: profileId,
    ...variables,
    TEST_OUTPUT: folder,
    TEST_BROWSER: JSON.stringify({ ...browser, args }),
  }
  const { stdout, stderr } = await runIn(repository, process.execPath, command, env)
  return { folder, stdout, stderr }
}
