import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { outsideEnv, repository, runIn } from './consumer.ts'

/** Below the package. */
export const nativeLibraries = 'node_modules/onnxruntime-node/bin/napi-v6'

/** The first half of `npm run pack`, for `palate` and in a directory of the test. */
export function buildPackage(outDir: string): Promise<void> {
  return script('build/build.ts', outDir)
}

/** The second half: writes the archive, which works on one platform only. */
export async function packPackage(outDir: string, platform: string = process.platform): Promise<void> {
  const libraries = join(outDir, 'palate', nativeLibraries)
  // Compressing and unpacking those of other platforms, 250 MB, would take most of the time, and nothing runs them here.
  const foreign = filesOf(libraries).filter((file) => !file.startsWith(`${platform}/${process.arch}/`))
  for (const file of foreign) truncateSync(join(libraries, file))
  await script('build/pack.ts', outDir)
}

export function filesOf(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
}

async function script(path: string, outDir: string): Promise<void> {
  const args = [path, '--only', 'palate', '--out', outDir]
  const { code, stderr } = await runIn(repository, process.execPath, args, outsideEnv())
  expect(code, stderr).toBe(0)
}
