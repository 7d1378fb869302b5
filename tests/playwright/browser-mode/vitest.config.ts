import { mkdirSync, writeFileSync } from 'node:fs'
import { palate } from '@palate/playwright/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'

const { TEST_BROWSER, TEST_OUTPUT, TEST_PROFILE = '', TEST_WARM = '', TEST_COLD = '' } = process.env

/** Saves what is attached to the report. */
const saveAttachments: Reporter = {
  onTestCaseAnnotate({ id }, { attachment }) {
    if (attachment?.body === undefined) return
    mkdirSync(`${TEST_OUTPUT}/attachments`, { recursive: true })
    const body = typeof attachment.body === 'string' ? Buffer.from(attachment.body, 'base64') : attachment.body
    writeFileSync(`${TEST_OUTPUT}/attachments/${id}.png`, body)
  },
}

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [palate()],
  cacheDir: `${TEST_OUTPUT}/cache`,
  test: {
    include: ['*.browser.ts'],
    reporters: ['json', saveAttachments],
    outputFile: { json: `${TEST_OUTPUT}/report.json` },
    provide: { profile: TEST_PROFILE, warm: TEST_WARM, cold: TEST_COLD },
    testTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      // In the proportions of the pictures.
      viewport: { width: 800, height: 600 },
      screenshotFailures: false,
      provider: playwright({ launchOptions: JSON.parse(TEST_BROWSER ?? '{}') }),
      instances: [{ browser: 'chromium' }],
    },
  },
})

declare module 'vitest' {
  interface ProvidedContext {
    profile: string
    warm: string
    cold: string
  }
}
