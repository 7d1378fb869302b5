import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository, readManifest, type Versions } from './plan.ts'

/**
 * The package carries its own copy of onnxruntime: installing it from the registry runs a script that downloads GPU
 * providers and fails the whole install without a network. Only the CPU binaries are included.
 */
export function vendorOnnxruntime(packageDir: string): Versions {
  const { version } = readManifest('node_modules/onnxruntime-node/package.json')
  copyModule(packageDir, 'onnxruntime-common', { version, main: 'dist/cjs/index.js', files: ['dist/cjs'] })
  copyModule(packageDir, 'onnxruntime-node', {
    version,
    main: 'dist/index.js',
    files: ['dist', ...binaries.map((file) => `bin/napi-v6/${file}`)],
    dependencies: { 'onnxruntime-common': version },
  })
  return { 'onnxruntime-common': version, 'onnxruntime-node': version }
}

export const binaries = [
  'linux/x64/libonnxruntime.so.1',
  'linux/x64/onnxruntime_binding.node',
  'linux/arm64/libonnxruntime.so.1',
  'linux/arm64/onnxruntime_binding.node',
  'darwin/arm64/libonnxruntime.1.dylib',
  'darwin/arm64/onnxruntime_binding.node',
  'win32/x64/onnxruntime.dll',
  'win32/x64/onnxruntime_binding.node',
  'win32/arm64/onnxruntime.dll',
  'win32/arm64/onnxruntime_binding.node',
] as const

interface ModuleCopy {
  readonly version: string
  readonly main: string
  readonly files: readonly string[]
  readonly dependencies?: Versions
}

function copyModule(packageDir: string, name: string, { files, ...rest }: ModuleCopy): void {
  const from = inRepository(`node_modules/${name}`)
  const to = join(packageDir, 'node_modules', name)
  for (const file of files) {
    cpSync(join(from, file), join(to, file), {
      recursive: true,
      filter: (path) => !/\.(d\.ts|map)$/.test(path),
    })
  }
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name, license: 'MIT', ...rest }, null, 2)}\n`)
}
