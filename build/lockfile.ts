/**
 * The parts of a version 3 `package-lock.json` that the check reads. Keys are paths below the root, `''` is the root.
 */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export interface LockedPackage {
  readonly name?: string
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly optional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
}

/** Where `npm install` must work. Linux means glibc. */
export const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'] as const
export type Platform = (typeof platforms)[number]

/** A native package that has no binary for a platform. */
export interface Gap {
  readonly package: string
  readonly platform: Platform
}

/** A known, accepted gap. */
export interface Exception extends Gap {
  readonly reason: string
}

/**
 * Platforms for which native packages have no binary. A native package has an optional dependency for each supported
 * platform, named after it, and npm installs the matching one.
 */
export function findGaps({ packages }: Lockfile): readonly Gap[] {
  return Object.entries(packages).flatMap(([path, { name = nameOf(path), optionalDependencies = {} }]) => {
    const named = Object.keys(optionalDependencies).flatMap((dependency) => platformOf(dependency) ?? [])
    // A binary may itself have an optional dependency for its own platform.
    if (named.length === 0 || platformOf(name) !== undefined) return []
    return platforms.filter((platform) => !named.includes(platform)).map((platform) => ({ package: name, platform }))
  })
}

/** A line for each gap without an exception, and for each exception without a gap. */
export function judgeGaps(gaps: readonly Gap[], exceptions: readonly Exception[]): readonly string[] {
  const unexpected = gaps.filter((gap) => !exceptions.some((exception) => isSame(gap, exception)))
  const needless = exceptions.filter((exception) => !gaps.some((gap) => isSame(gap, exception)))
  return [
    ...unexpected.map((gap) => `${gap.package} has no binary for ${gap.platform}`),
    ...needless.map((one) => `${one.package} has a binary for ${one.platform} now: remove the exception`),
  ]
}

/**
 * Optional dependencies that the lockfile lacks: npm omits packages that the registry does not have, and then silently
 * installs nothing on that platform.
 */
export function findHoles({ packages }: Lockfile): readonly string[] {
  return Object.entries(packages).flatMap(([path, { name = nameOf(path), version, optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((dependency) => !isLocked(packages, path, dependency))
      .map((dependency) => `${name} ${version} names ${dependency}, which the lockfile does not have`),
  )
}

/** Packages whose entry names a registry. Users must be able to install from their own registry. */
export function findRegistries({ packages }: Lockfile): readonly string[] {
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:\/\//.test(resolved))
    .map(([path, { resolved }]) => `${path} names the registry it came from: ${resolved}`)
}

/**
 * Programs that installed packages name and do not contain. npm never finds them linked, so that it installs the package
 * again every time. Without `bin` in the lockfile it does not look for them.
 */
export function findMissingPrograms({ packages }: Lockfile, isThere: (path: string) => boolean): readonly string[] {
  return Object.entries(packages).flatMap(([path, { bin = {} }]) => {
    const isInstalled = path.includes('node_modules/') && isThere(`${path}/package.json`)
    const missing = isInstalled ? Object.values(bin).filter((file) => !isThere(`${path}/${file}`)) : []
    return missing.map((file) => `${path} does not contain its program ${file}: remove its "bin" here`)
  })
}

/** `@scope/tool-windows-x64-msvc` and `tool-windows-64` → `win32-x64`; undefined for other names and for other platforms. */
function platformOf(name: string): Platform | undefined {
  const found = /(?:^|[-/])(linux|darwin|win32|windows|win)-(x64|64|arm64)(?:-gnu|-msvc)?$/.exec(name)
  if (found === null) return undefined
  const platform = `${found[1]?.replace(/^win.*/, 'win32')}-${found[2]?.replace(/^64$/, 'x64')}`
  return platforms.find((one) => one === platform)
}

/** `packages/a/node_modules/@scope/b` → `@scope/b` */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Resolves like Node: in the package's directory, then in each parent directory. */
function isLocked(packages: Lockfile['packages'], from: string, name: string): boolean {
  if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in packages) return true
  return from !== '' && isLocked(packages, from.slice(0, Math.max(0, from.lastIndexOf('/'))), name)
}

function isSame(a: Gap, b: Gap): boolean {
  return a.package === b.package && a.platform === b.platform
}
