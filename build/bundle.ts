import { dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { inRepository, type PackagePlan, placesOf } from './plan.ts'
import { relocateUrls } from './relocate-urls.ts'

/** Writes the entries to `bin/` or where the plan says, and the modules and worker threads that they need to `lib/`. */
export async function bundle(plan: PackagePlan, packageDir: string): Promise<{ moduleIds: readonly string[] }> {
  const build = await rolldown({
    cwd: inRepository('.'),
    input: plan.entries,
    // pg loads pg-native where its user has installed it, which Palate never does.
    external: [...plan.external, 'pg-native'],
    platform: plan.platform ?? 'node',
    plugins: [relocateUrls(placesOf(plan))],
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
    ...(plan.ownScript && { codeSplitting: { groups: [plan.ownScript] } }),
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Seen from the package, as if the repository began there: stacks then show no path of the machine that built it.
    sourcemapPathTransform: (source, map) => join('..', relative(inRepository('.'), resolve(dirname(map), source))),
  })
  await build.close()
  return { moduleIds: output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])) }
}
