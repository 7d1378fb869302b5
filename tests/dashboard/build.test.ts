import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inRepository } from '../../build/plan.ts'

/** Limit for what a browser loads before it shows anything, gzipped. */
const firstLoadBytesMax = 170_000

/** Built by the test setup. */
const page = read('index.html')

describe('the built dashboard', () => {
  test('initially loads less than 170 kB of gzipped scripts', () => {
    const scripts = withImports(scriptsOf(page))
    expect(scripts.size).toBeGreaterThan(0)
    const sizes = [...scripts].map((path) => gzipSync(read(path), { level: 9 }).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(firstLoadBytesMax)
  })

  test('loads its pages on demand', () => {
    const first = withImports(scriptsOf(page))
    const onDemand = [...first].flatMap((path) => importsOf(path, dynamicImports)).filter((path) => !first.has(path))
    for (const name of [
      'profiles-page',
      'profile-pages',
      'keys-page',
      'people-page',
      'join-page',
      'login-page',
      'webhooks-pages',
      'events-page',
      'audit-page',
      'health-page',
    ]) {
      expect(onDemand).toContainEqual(expect.stringContaining(name))
    }
  })

  test('has no inline script or style, and loads nothing from another host', () => {
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/i)
    for (const [, attributes = '', content = ''] of page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)) {
      expect(attributes).toMatch(/\ssrc="/)
      expect(content.trim()).toBe('')
    }
    for (const [, address = ''] of page.matchAll(/\s(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\.?\//)
  })

  test('shows content that appears on hover permanently on devices without hover', () => {
    const css = styleFiles()
      .map((path) => read(path))
      .join('')
    const uncovers = /([^{}]*:hover[^{}]*)\{[^{}]*(?:opacity|visibility|display):/g
    const uncovered = [...css.matchAll(uncovers)].map(([, selector = '']) => selector)
    const withoutHover = [...css.matchAll(/@media\s*\(hover:\s*none\)\s*\{((?:[^{}]*\{[^{}]*\})*)/g)].join('')
    expect(uncovered).not.toEqual([])
    for (const selector of uncovered) {
      const [shown = ''] = /\.[\w-]+$/.exec(selector.split(',')[0]?.trim() ?? '') ?? []
      expect(withoutHover).toContain(shown || selector)
    }
  })

  test('refers to its files by relative URLs', () => {
    expect(page).toContain('<base href="/" />')
    for (const path of scriptsOf(page)) expect(read(path)).not.toBe('')
  })
})

/** Scripts that the page names, including preloaded ones. */
function scriptsOf(html: string): readonly string[] {
  return [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, path = '']) => path)
}

/** These scripts and all their static imports. */
function withImports(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...paths]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue
    found.add(path)
    open.push(...importsOf(path, staticImports))
  }
  return found
}

const staticImports = /(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g
const dynamicImports = /\bimport\(\s*["'`](\.[^"'`]+\.js)["'`]/g

function importsOf(path: string, pattern: RegExp): readonly string[] {
  return [...read(path).matchAll(pattern)].map(([, to = '']) => posix.join(posix.dirname(path), to))
}

function styleFiles(): readonly string[] {
  return readdirSync(inRepository('packages/dashboard/dist/assets'))
    .filter((name) => name.endsWith('.css'))
    .map((name) => `assets/${name}`)
}

function read(path: string): string {
  return readFileSync(inRepository(`packages/dashboard/dist/${path}`), 'utf8')
}
