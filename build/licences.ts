import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository, readManifest } from './plan.ts'

/** They ask for no more than a notice. OFL is for fonts, which may come with any program. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]

/** The licences of the third-party packages whose code is in a package. Fails if one is not permissive. */
export function describeLicences(shipped: readonly string[]): string {
  const ruler = `\n\n${'-'.repeat(80)}\n\n`
  return `${[intro, ...shipped.map(describe)].join(ruler)}\n`
}

const intro = 'This package contains code from the projects below, each under its own licence.'

function describe(directory: string): string {
  const { name, version, license } = readManifest(`${directory}/package.json`)
  if (!permissive.includes(license ?? ''))
    throw new Error(`${name} has the licence ${license}, which is not permissive`)
  return `${name} ${version} (${license})\n\n${licenceText(directory, name)}`
}

function licenceText(directory: string, name: string): string {
  const files = readdirSync(inRepository(directory)).filter((file) => /^(licen[cs]e|notice)/i.test(file))
  if (files.length > 0) {
    return files.map((file) => readFileSync(join(inRepository(directory), file), 'utf8').trim()).join('\n\n')
  }
  if (readManifest(`${directory}/package.json`).license === 'Unlicense') return publicDomain
  const holder = holdersWithoutFile[name]
  // Fail the build, so that somebody finds the copyright holder and the terms.
  if (holder === undefined) throw new Error(`${directory} has no licence file`)
  return `Copyright (c) ${holder}\n\n${mitTerms()}`
}

const publicDomain = 'Released into the public domain by its authors: see https://unlicense.org'

/** Copyright holders of MIT-licensed projects that publish no licence file to npm. */
const holdersWithoutFile: Readonly<Record<string, string>> = {
  'abstract-logging': 'James Sumners',
  'onnxruntime-common': 'Microsoft Corporation',
  'onnxruntime-node':
    'Microsoft Corporation; for the code of others in it see https://github.com/microsoft/onnxruntime/blob/main/ThirdPartyNotices.txt',
  'pg-types': 'Brian M. Carlson',
  pgpass: 'Hannes Hörl',
}

/** The terms are the same in every MIT licence, including Palate's. */
function mitTerms(): string {
  return readFileSync(inRepository('LICENSE'), 'utf8')
    .replace(/^MIT License\s+Copyright[^\n]*\n/, '')
    .trim()
}
