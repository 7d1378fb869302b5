import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { inRepository } from './plan.ts'

const directory = inRepository('packages/dashboard')
/** Less is not worth an encoded copy. */
const encodedBytesMin = 1024

/** Builds the dashboard, where the service finds it unless set, with encoded copies for browsers that take them. */
export async function buildDashboard(outDir = `${directory}/dist`): Promise<{ moduleIds: readonly string[] }> {
  // Vite takes the variable as it is, and React would be its development build.
  process.env.NODE_ENV = 'production'
  // Imported on demand: whoever only asks whether the dashboard is stale does not wait for it.
  const vite = await import('vite')
  const built = await vite.build({
    configFile: `${directory}/vite.config.ts`,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  if (!('output' in built)) throw new Error('Vite made something else than one bundle')
  for (const file of globSync(`${outDir}/**/*.{js,css,svg}`)) encode(file)
  return { moduleIds: built.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])) }
}

/** Whether there is none, or one that is older than its sources. */
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
