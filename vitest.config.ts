import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { bundledThreads } from './tests/harness/bundled-threads.ts'

const all = ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts']
/** `npm run test:full`: what takes long by its nature, such as packages, processes that are killed, and whole journeys. */
const slow = 'tests/**/*.slow.test.ts'

/** `npm run test:fast`: the units, and one path of each feature. */
const fast = [
  'packages/*/src/**/*.test.ts',
  'tests/{architecture,taste}/*.test.ts',
  'tests/annotations/annotations.test.ts',
  'tests/batches/submission.test.ts',
  'tests/cli/{help,rollback}.test.ts',
  'tests/client/resources.test.ts',
  'tests/dashboard/serving.test.ts',
  'tests/documents/documents.test.ts',
  'tests/errors/problems.test.ts',
  'tests/frames/library.test.ts',
  'tests/keys/{creation,signing-in}.test.ts',
  'tests/preview/chosen-frames.test.ts',
  'tests/profiles/{create,history,specification}.test.ts',
  'tests/running/{route-table,status}.test.ts',
  'tests/scoring/explain.test.ts',
  'tests/suggestions/suggestions.test.ts',
  'tests/webhooks/webhooks.test.ts',
]

const testTimeoutMs = 300_000

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig(({ mode }) => ({
  plugins: [bundledThreads()],
  test: {
    include: mode === 'fast' ? fast : mode === 'slow' ? [slow] : all,
    exclude: [...configDefaults.exclude, ...(mode === 'slow' ? [] : [slow])],
    // The first is torn down last.
    globalSetup: ['tests/harness/temporary-directory.ts', 'tests/harness/stores.ts', 'tests/harness/bundle.ts'],
    setupFiles: ['tests/harness/property-seed.ts', 'tests/harness/clean-up.ts'],
    pool: 'forks',
    // Files share the modules of their worker: loading the service anew for each takes a tenth of the run.
    isolate: false,
    // Threads and processes that tests start find the sources compiled.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/palate', import.meta.url)) },
    // One more than the cores that we count on: many tests wait, for timers, other processes and the disk.
    maxWorkers: 3,
    // Most of what tests allocate is short-lived. With more room for it, collecting garbage takes less time.
    execArgv: ['--max-semi-space-size=64'],
    // These end a test that hangs. They say nothing about speed, so they are generous: a machine may do much else.
    testTimeout: testTimeoutMs,
    hookTimeout: testTimeoutMs,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
}))
