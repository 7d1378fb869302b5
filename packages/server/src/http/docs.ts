import type { describeApi } from '@palate/core/openapi.ts'

type Description = ReturnType<typeof describeApi>

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly unknown[]
  readonly parameters: readonly { name: string; in: string; required: boolean; description?: string; schema: Shape }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { schema: Shape }>> }
  readonly responses: Readonly<
    Record<string, { description: string; content?: Readonly<Record<string, { schema: Shape }>> }>
  >
}

/** The part of JSON Schema that our own schemas use. */
interface Shape {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly additionalProperties?: Shape | boolean
}

/** The API description as one page without scripts, for people. */
export function renderDocs({ info, paths }: Description): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )
  const groups = [...Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? '')]
  const menu = groups.map(([tag, some]) => {
    const items = some.map(
      ({ method, path, operation }) =>
        `<li><a href="#${operation.operationId}"><b>${method}</b> ${text(path)}</a></li>`,
    )
    return `<h2>${text(tag)}</h2><ul>${items.join('')}</ul>`
  })
  const sections = groups.map(([tag, some]) => `<h2>${text(tag)}</h2>${some.map(section).join('')}`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(info.title)} API ${text(info.version)}</title><style>${style}</style></head>
<body><nav><h1>${text(info.title)} <small>${text(info.version)}</small></h1>${menu.join('')}</nav>
<main><p>${text(info.description)}</p>
<p>Send your API key with every request: <code>Authorization: Bearer plt_…</code>. Errors are
<code>application/problem+json</code> with a stable <code>code</code>. The machine-readable form of this page is
<a href="/openapi.json">/openapi.json</a>.</p>${sections.join('')}</main></body></html>`
}

function section({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const open = operation.security?.length === 0 ? ' <em>no key needed</em>' : ''
  const bodies = Object.values(requestBody?.content ?? {}).map(
    ({ schema }) => `<h4>Body${requestBody?.required ? '' : ' (optional)'}</h4><pre>${outline(schema)}</pre>`,
  )
  return `<section id="${operationId}"><h3><b class="${method}">${method}</b> <code>${text(path)}</code>${open}</h3>
<p>${text(summary)}</p>${description ? `<p>${prose(description)}</p>` : ''}${parameterTable(parameters)}${bodies.join('')}
<h4>Answers</h4>${Object.entries(responses).map(answer).join('')}</section>`
}

function parameterTable(parameters: Operation['parameters']): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, required, schema, description = schema.description ?? '' }) => {
    return `<tr><td><code>${text(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${outline(schema)}</td><td>${prose(description)}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function answer([status, { description, content }]: [string, Operation['responses'][string]]): string {
  const told = `<p><b>${status}</b> ${prose(description)}</p>`
  if (Number(status) >= 400) return told
  const forms = Object.entries(content ?? {}).map(([mediaType, { schema }]) => {
    return `<p><code>${text(mediaType)}</code></p><pre>${outline(schema)}</pre>`
  })
  return told + forms.join('')
}

/** A schema as an indented sketch: names, types, a question mark where a member may be missing. */
function outline(shape: Shape, indent = ''): string {
  if (shape.const !== undefined) return text(JSON.stringify(shape.const))
  if (shape.enum) return shape.enum.map((value) => text(JSON.stringify(value))).join(' | ')
  if (shape.anyOf) return [...new Set(shape.anyOf.map((one) => outline(one, indent)))].join(' | ')
  if (shape.items) return `[${outline(shape.items, indent)}]`
  if (!shape.properties) {
    const { additionalProperties: values } = shape
    if (typeof values === 'object' && shape.type === 'object') return `{…: ${outline(values, indent)}}`
    return text([shape.type ?? 'anything'].flat().join(' | '))
  }
  const inner = `${indent}  `
  const members = Object.entries(shape.properties).map(([name, member]) => {
    const mark = shape.required?.includes(name) ? '' : '?'
    const note = member.description ? `  <i>${prose(member.description)}</i>` : ''
    return `${inner}${text(name)}${mark}: ${outline(member, inner)}${note}`
  })
  return `{\n${members.join('\n')}\n${indent}}`
}

function prose(value: string): string {
  return text(value).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--mark:#b4532a}
body{margin:0;font:15px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:19rem minmax(0,54rem);gap:2.5rem}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem 1.25rem;box-sizing:border-box;border-right:1px solid var(--line)}
nav h1{font-size:1.25rem;margin:.25rem 0 1rem}nav small{font-weight:400;opacity:.6}
nav h2{font-size:.75rem;text-transform:uppercase;letter-spacing:.06em;opacity:.65;margin:1.2rem 0 .3rem}
nav ul{list-style:none;margin:0;padding:0;font-size:.82rem}nav a{display:block;padding:.12rem 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}
nav a:hover{color:var(--mark)}b{text-transform:uppercase;font-size:.78em;letter-spacing:.03em;color:var(--mark)}
main{padding:1.5rem 1.5rem 6rem 0}section{border-top:1px solid var(--line);padding:.6rem 0 1.2rem;scroll-margin-top:.5rem}
h3{font-size:1.05rem;margin:.6rem 0}h3 em{font-size:.8rem;font-weight:400;opacity:.65}h4{margin:1rem 0 .3rem;font-size:.85rem;opacity:.8}
pre{background:var(--soft);padding:.7rem .9rem;border-radius:6px;overflow:auto;font-size:.82rem;line-height:1.45;margin:.3rem 0}
pre i{opacity:.65}code{font-size:.9em}table{border-collapse:collapse;font-size:.88rem;width:100%}
td{border-top:1px solid var(--line);padding:.3rem .6rem .3rem 0;vertical-align:top}p{margin:.4rem 0}
@media(max-width:60rem){body{display:block;padding:0 1rem}nav{position:static;height:auto;border:0;padding:1rem 0}main{padding:0 0 4rem}}`
