import { apiDocuments } from './api-documents.ts'
import { buildDashboard } from './build-dashboard.ts'
import { type PackagePlan, readManifest } from './plan.ts'
import { sentRoutes } from './sent-routes.ts'
import { vendorOnnxruntime } from './vendor-onnxruntime.ts'

const root = readManifest('package.json')
const server = readManifest('packages/server/package.json')
const client = readManifest('packages/client/package.json')
const playwright = readManifest('packages/playwright/package.json')

/** Every package that `npm run build` creates below `dist/`. */
export const packages: readonly PackagePlan[] = [
  {
    directory: 'palate',
    entries: { palate: 'packages/cli/bin/palate.js' },
    files: {
      'packages/server/models': 'models',
      'skills/palate': 'skills/palate',
      'packages/cli/README.md': 'README.md',
      LICENSE: 'LICENSE',
    },
    built: { from: 'packages/dashboard/dist', to: 'dashboard', build: buildDashboard },
    plugins: [apiDocuments()],
    external: ['sharp', 'onnxruntime-node'],
    vendor: vendorOnnxruntime,
    manifest: ({ vendored }) => ({
      name: root.name,
      version: root.version,
      description: root.description,
      license: root.license,
      type: 'module',
      bin: { palate: 'bin/palate.js' },
      // A command, not a library: there is nothing to import.
      exports: { './package.json': './package.json' },
      files: ['bin', 'lib', 'models', 'skills', 'dashboard', 'THIRD-PARTY-LICENSES', 'sbom.cdx.json'],
      dependencies: { sharp: server.dependencies?.sharp, ...vendored },
      bundleDependencies: Object.keys(vendored),
      optionalDependencies: root.optionalDependencies,
    }),
  },
  {
    directory: 'client',
    entries: { index: 'packages/client/src/index.ts', node: 'packages/client/src/node.ts' },
    platform: 'neutral',
    entryDir: 'lib',
    ownScripts: [
      { name: 'routes', test: /packages\/core\// },
      { name: 'client', test: /packages\/client\/src\/(?!(index|node)\.ts)/ },
    ],
    plugins: [sentRoutes()],
    declarationsOf: 'packages/client',
    files: { 'packages/client/README.md': 'README.md', LICENSE: 'LICENSE' },
    external: [/^node:/],
    manifest: () => ({
      name: client.name,
      version: client.version,
      description: client.description,
      license: client.license,
      type: 'module',
      sideEffects: false,
      // Bundlers and runtimes take the first condition that they know. Only Node, Deno and Bun may see Node's modules.
      exports: {
        '.': {
          types: './lib/index.d.ts',
          workerd: './lib/index.js',
          'edge-light': './lib/index.js',
          browser: './lib/index.js',
          node: './lib/node.js',
          default: './lib/index.js',
        },
        './package.json': './package.json',
      },
      files: ['lib', 'THIRD-PARTY-LICENSES', 'sbom.cdx.json'],
      engines: { node: '>=20' },
    }),
  },
  {
    directory: 'playwright',
    entries: {
      index: 'packages/playwright/src/index.ts',
      vitest: 'packages/playwright/src/vitest.ts',
      'vitest-plugin': 'packages/playwright/src/vitest-plugin.ts',
    },
    entryDir: 'lib',
    declarationsOf: 'packages/playwright',
    files: { 'packages/playwright/README.md': 'README.md', LICENSE: 'LICENSE' },
    external: ['@playwright/test', 'vitest', 'vitest/browser'],
    manifest: () => ({
      name: playwright.name,
      version: playwright.version,
      description: playwright.description,
      license: playwright.license,
      type: 'module',
      exports: {
        '.': { types: './lib/index.d.ts', default: './lib/index.js' },
        './vitest': { types: './lib/vitest.d.ts', default: './lib/vitest.js' },
        './vitest-plugin': { types: './lib/vitest-plugin.d.ts', default: './lib/vitest-plugin.js' },
        './package.json': './package.json',
      },
      files: ['lib', 'THIRD-PARTY-LICENSES', 'sbom.cdx.json'],
      peerDependencies: playwright.peerDependencies,
      peerDependenciesMeta: playwright.peerDependenciesMeta,
      engines: { node: '>=20' },
    }),
  },
]
