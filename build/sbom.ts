import { readFileSync } from 'node:fs'
import type { Lockfile } from './lockfile.ts'
import { inRepository, type Manifest } from './plan.ts'

type Packages = Lockfile['packages']

/**
 * What a package contains and installs, as CycloneDX 1.6. `npm sbom` lists what the repository installs: the tools of
 * development as well, and not which code was bundled. Without the time and a serial number, so that equal builds are equal.
 */
export function describeComponents(shipped: readonly string[], manifest: Manifest): string {
  const { packages }: Lockfile = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8'))
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  const places = [...shipped, ...installedFor(packages, names, shipped)].toSorted()
  const root = { ...manifest, ref: `pkg:npm/${manifest.name.replace('@', '%40')}@${manifest.version}` }
  const described = places.map((place) => describe(place, packages[place], shipped.includes(place)))
  // The same version may be installed in two places.
  const components = [...new Map(described.map((one) => [one['bom-ref'], one])).values()]
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root.ref,
        name: root.name,
        version: root.version,
        purl: root.ref,
        ...licencesOf(root.license),
      },
    },
    components,
    dependencies: [{ ref: root.ref, dependsOn: components.map((one) => one['bom-ref']) }],
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function describe(place: string, locked: Packages[string] | undefined, isShipped: boolean) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  if (locked?.version === undefined) throw new Error(`the lockfile does not have ${place}`)
  const { version, license, integrity } = locked
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    // npm installs the binary of one platform.
    scope: locked.optional === true ? 'optional' : 'required',
    purl,
    ...licencesOf(license),
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
    properties: [{ name: 'palate:delivery', value: isShipped ? 'in the package' : 'installed with it' }],
  }
}

/** Nothing if a package says nothing, as one that has only the program of Node. */
function licencesOf(license: string | undefined) {
  if (license === undefined) return {}
  return { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }
}

function hashOf(integrity: string) {
  const [, digest = ''] = /^sha512-(\S+)/.exec(integrity) ?? []
  return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }
}

/** What npm installs for a package that depends on these names, except what the package brings along. */
function installedFor(packages: Packages, names: readonly string[], shipped: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const visit = (from: string, name: string): void => {
    const place = placeOf(packages, from, name)
    if (place === undefined || found.has(place) || shipped.includes(place)) return
    found.add(place)
    const { dependencies, optionalDependencies } = packages[place] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(place, next)
  }
  for (const name of names) visit('', name)
  return [...found]
}

/** Where Node finds a package that the one at `from` asks for. */
function placeOf(packages: Packages, from: string, name: string): string | undefined {
  const candidate = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[candidate] !== undefined) return candidate
  return from === '' ? undefined : placeOf(packages, from.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, ''), name)
}
