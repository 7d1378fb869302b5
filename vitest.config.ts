import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    globalSetup: ['tests/harness/postgres.ts', 'tests/harness/bundle.ts'],
    pool: 'forks',
    // Files share the modules of their worker: loading the service anew for each takes a tenth of the run.
    isolate: false,
    // Threads and processes that tests start find the sources compiled.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/palate', import.meta.url)) },
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
