import { defineConfig } from '@playwright/test'

const { TEST_BROWSER, TEST_OUTPUT } = process.env

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig({
  outputDir: TEST_OUTPUT ?? '',
  reporter: 'json',
  workers: 1,
  timeout: 120_000,
  use: { launchOptions: JSON.parse(TEST_BROWSER ?? '{}') },
})
