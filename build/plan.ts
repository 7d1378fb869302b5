import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'

/** The contents of a package. Paths map from the root of the repository to the root of the package. */
export interface PackagePlan {
  readonly directory: string
  readonly entries: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
  /** The platform of the entries; Node by default. */
  readonly platform?: 'node' | 'neutral'
  /** The directory of the entries; `bin` by default. */
  readonly entryDir?: 'bin' | 'lib'
  /** Modules that become separate scripts, so that users' bundlers can omit them. */
  readonly ownScripts?: readonly { readonly name: string; readonly test: RegExp }[]
  readonly plugins?: readonly Plugin[]
  /** The TypeScript project whose declarations the package ships with its scripts. */
  readonly declarationsOf?: string
  /** Modules that are not bundled: dependencies of the package with native code, or those of Node. */
  readonly external: readonly (string | RegExp)[]
  /** A directory built for the package: its path in the repository, and its path in the package. */
  readonly built?: {
    readonly from: string
    readonly to: string
    readonly build: (outDir: string) => Promise<{ readonly moduleIds: readonly string[] }>
  }
  /** Copies dependencies into the package's own node_modules. */
  readonly vendor?: (packageDir: string) => Versions
  readonly manifest: (made: { readonly vendored: Versions }) => object
}

/** Maps repository paths to package paths. */
export function placesOf({ files, built }: PackagePlan): Readonly<Record<string, string>> {
  return built ? { ...files, [built.from]: built.to } : files
}

export type Versions = Readonly<Record<string, string>>

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly license?: string
  readonly bin?: Versions
  readonly dependencies?: Versions
  readonly optionalDependencies?: Versions
  readonly peerDependencies?: Versions
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>
}

/** A file of the repository or of a package in its node_modules. */
export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(inRepository(path), 'utf8'))
}

export function inRepository(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}
