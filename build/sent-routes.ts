import { globSync, readFileSync } from 'node:fs'
import type { Route } from '@palate/core/route.ts'
import { routes } from '@palate/core/routes.ts'
import type { Plugin } from 'rolldown'
import { inRepository } from './plan.ts'

const clientSources = inRepository('packages/client/src/')

/**
 * Reduces the route table to what a client needs to send a request, and the names of operations to their numbers in it.
 * Two fifths of the client were the rest of the table and the names.
 */
export function sentRoutes(): Plugin {
  const sent = sentIds()
  const named = new RegExp(`'(?:${sent.join('|')})'`, 'g')
  return {
    name: 'sent-routes',
    load(id) {
      return id === inRepository('packages/core/src/routes.ts') ? `export const routes = ${tableOf(sent)}` : null
    },
    transform(code, id) {
      if (!id.startsWith(clientSources)) return null
      // As long as the name was, so that source maps stay right.
      const numbered = code.replace(named, (name) => `${sent.indexOf(name.slice(1, -1))}`.padEnd(name.length))
      return { code: numbered, map: null }
    },
  }
}

/** The ids of the routes that the client names. */
function sentIds(): readonly string[] {
  const sources = globSync(`${clientSources}**/*.ts`).map((path) => readFileSync(path, 'utf8'))
  return Object.keys(routes).filter((id) => sources.some((source) => source.includes(`'${id}'`)))
}

/**
 * A line for each route, which compresses best: its method and path, then `1` if it is repeatable, and its access if that
 * is not by key.
 */
function tableOf(ids: readonly string[]): string {
  const lines = ids.map((id) => {
    const { method, path, access, isRepeatable }: Route = routes[id as keyof typeof routes]
    return [method, path, isRepeatable ? 1 : '', access === 'key' ? '' : access].join(' ').trimEnd()
  })
  return `/* @__PURE__ */ ${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
    const [method, path, isRepeatable, access = 'key'] = line.split(' ')
    return { method, path, access, isRepeatable }
  })`
}
