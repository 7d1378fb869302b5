import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a package is made of. Paths lead from the root of the repository to the root of the package. */
export interface PackagePlan {
  readonly directory: string
  readonly entries: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
  /** Where the entries run: in Node unless set. */
  readonly platform?: 'node' | 'neutral'
  /** The directory of the entries: `bin` unless set. */
  readonly entryDir?: 'bin' | 'lib'
  /** Modules that become a script of their own, so that users' bundlers can leave it out as a whole. */
  readonly ownScript?: { readonly name: string; readonly test: RegExp }
  /** The project of the compiler whose declarations the package ships beside its scripts. */
  readonly declarationsOf?: string
  /** Modules that are not bundled: native ones, which are dependencies of the package. */
  readonly external: readonly string[]
  /** A directory that is built for the package: where modules look for it in the repository, and its place. */
  readonly built?: {
    readonly from: string
    readonly to: string
    readonly build: (outDir: string) => Promise<{ readonly moduleIds: readonly string[] }>
  }
  /** Puts dependencies into the package's own node_modules. */
  readonly vendor?: (packageDir: string) => Versions
  readonly manifest: (made: { readonly vendored: Versions }) => object
}

/** Where the package has what modules look for in the repository. */
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
}

/** Of the repository, or of what is installed in its node_modules. */
export function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(inRepository(path), 'utf8'))
}

export function inRepository(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}
