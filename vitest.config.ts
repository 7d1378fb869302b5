import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long and are short: begun last, one of them would run alone at the end. */
const slow = new RegExp(
  [
    'large-requests|chaos|leases|upgrades|package\\.test|large-history|races/races|silent-peer',
    'documents/guide|demo/demo|scoring/memory|refused-bodies|cli/completion',
    'running/(stop|long-waits|migrations|unread-answers|accounts)',
  ].join('|'),
)

const testTimeoutMs = 300_000

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    // The first is torn down last.
    globalSetup: ['tests/harness/temporary-directory.ts', 'tests/harness/postgres.ts', 'tests/harness/bundle.ts'],
    setupFiles: ['tests/harness/property-seed.ts', 'tests/harness/clean-up.ts'],
    pool: 'forks',
    // Files share the modules of their worker: loading the service anew for each takes a tenth of the run.
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // Threads and processes that tests start find the sources compiled.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/palate', import.meta.url)) },
    // One more than the cores that we count on: many tests wait, for timers, other processes and the disk.
    maxWorkers: 3,
    // These end a test that hangs. They say nothing about speed, so they are generous: a machine may do much else.
    testTimeout: testTimeoutMs,
    hookTimeout: testTimeoutMs,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
})
