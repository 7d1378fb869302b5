import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { inRepository } from './plan.ts'
import { sentRoutes } from './sent-routes.ts'

const directory = inRepository('packages/dashboard')
/** Smaller files get no compressed copy. */
const encodedBytesMin = 1024

/** Builds the dashboard, by default where the service finds it, with compressed copies. */
export async function buildDashboard(outDir = `${directory}/dist`): Promise<{ moduleIds: readonly string[] }> {
  // Vite uses the variable as set, which would bundle React's development build.
  process.env.NODE_ENV = 'production'
  // Imported on demand, so that checking whether the dashboard is stale stays fast.
  const vite = await import('vite')
  const built = await vite.build({
    configFile: `${directory}/vite.config.ts`,
    logLevel: 'warn',
    // Before Vite's own plugins, which rewrite the sources.
    plugins: [{ ...sentRoutes(), enforce: 'pre' }],
    build: { outDir, emptyOutDir: true },
  })
  if (!('output' in built)) throw new Error('Vite did not produce exactly one bundle')
  for (const file of globSync(`${outDir}/**/*.{js,css,svg}`)) encode(file)
  // A font is a file of a package, too.
  const sourcesOf = (file: (typeof built.output)[number]) =>
    file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => resolve(directory, name))
  return { moduleIds: built.output.flatMap(sourcesOf) }
}

/** Whether the build is missing or older than its sources. */
export function isDashboardStale(): boolean {
  const built = `${directory}/dist/index.html`
  if (!existsSync(built)) return true
  const sources = ['dashboard/{src,public}/**', 'dashboard/*.{html,json,ts}', '{client,core}/src/**'].flatMap(
    (pattern) => globSync(inRepository(`packages/${pattern}`)),
  )
  return sources.some((source) => statSync(source).mtimeMs > statSync(built).mtimeMs)
}

function encode(file: string): void {
  const bytes = readFileSync(file)
  if (bytes.length < encodedBytesMin) return
  writeFileSync(`${file}.br`, brotliCompressSync(bytes))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
