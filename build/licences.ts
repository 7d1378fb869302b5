import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inRepository, readManifest } from './plan.ts'

/** The licences of all third-party code in the package: bundled modules, and modules that are copied as they are. */
export function describeLicences(moduleIds: readonly string[], copied: readonly string[]): string {
  const bundled = moduleIds.flatMap((id) => directoryOf(id) ?? [])
  const directories = new Set([...bundled, ...copied.map((name) => `node_modules/${name}`)])
  const ruler = `\n\n${'-'.repeat(80)}\n\n`
  return `${[intro, ...[...directories].toSorted().map(describe)].join(ruler)}\n`
}

const intro = 'This package contains code of the projects below, each under its own licence.'

/** The installed package that a module belongs to; undefined for a module of ours. */
function directoryOf(moduleId: string): string | undefined {
  // Bundlers mark modules that they make of another one with a NUL.
  const path = relative(inRepository('.'), moduleId.replace('\0', '')).replaceAll('\\', '/')
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}

function describe(directory: string): string {
  const { name, version, license } = readManifest(`${directory}/package.json`)
  return `${name} ${version} (${license})\n\n${licenceText(directory, name)}`
}

function licenceText(directory: string, name: string): string {
  const files = readdirSync(inRepository(directory)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
  if (files.length > 0) {
    return files.map((file) => readFileSync(join(inRepository(directory), file), 'utf8').trim()).join('\n\n')
  }
  if (readManifest(`${directory}/package.json`).license === 'Unlicense') return publicDomain
  const holder = holdersWithoutFile[name]
  // Fails the build, so that somebody finds out whose code it is and under which terms.
  if (holder === undefined) throw new Error(`${directory} has no licence file`)
  return `Copyright (c) ${holder}\n\n${mitTerms()}`
}

const publicDomain = 'Released into the public domain by its authors: see https://unlicense.org'

/** Who holds the copyright of projects under the MIT licence that publish no licence file to npm. */
const holdersWithoutFile: Readonly<Record<string, string>> = {
  'abstract-logging': 'James Sumners',
  'onnxruntime-common': 'Microsoft Corporation',
  'onnxruntime-node':
    'Microsoft Corporation; for the code of others in it see https://github.com/microsoft/onnxruntime/blob/main/ThirdPartyNotices.txt',
  'pg-types': 'Brian M. Carlson',
  pgpass: 'Hannes Hörl',
}

/** The terms are the same in every MIT licence, ours among them. */
function mitTerms(): string {
  return readFileSync(inRepository('LICENSE'), 'utf8')
    .replace(/^MIT License\s+Copyright[^\n]*\n/, '')
    .trim()
}
