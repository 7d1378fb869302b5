import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { inRepository, type PackagePlan, placesOf } from './plan.ts'
import { relocateUrls } from './relocate-urls.ts'

/** Writes the entries to `bin/` or the plan's directory, and their modules and worker threads to `lib/`. */
export async function bundle(plan: PackagePlan, packageDir: string): Promise<{ moduleIds: readonly string[] }> {
  const build = await rolldown({
    cwd: inRepository('.'),
    input: plan.entries,
    // pg loads pg-native if it is installed, which it never is in Palate.
    external: [...plan.external, 'pg-native'],
    platform: plan.platform ?? 'node',
    plugins: [relocateUrls(placesOf(plan)), ...(plan.plugins ?? [])],
    onLog(_level, { message }) {
      throw new Error(message)
    },
  })
  const { output } = await build.write({
    dir: packageDir,
    format: 'esm',
    entryFileNames: `${plan.entryDir ?? 'bin'}/[name].js`,
    // A chunk is named after a module, which may be a minified file of a dependency.
    chunkFileNames: ({ name }) => `lib/${name.replaceAll('.', '-')}.js`,
    ...(plan.ownScripts && { codeSplitting: { groups: [...plan.ownScripts] } }),
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Relative to the package, so that stack traces show no paths of the build machine.
    sourcemapPathTransform: (source, map) => join('..', relative(inRepository('.'), resolve(dirname(map), source))),
  })
  await build.close()
  return { moduleIds: output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])) }
}
