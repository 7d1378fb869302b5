import type {
  ContentObject,
  JsonSchema,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from '@palate/core/openapi/objects.ts'
import type { describeApi } from '@palate/core/openapi/openapi.ts'

type Description = ReturnType<typeof describeApi>

interface Section {
  readonly group: string
  readonly id: string
  readonly label: string
  readonly html: string
}

/** The API description for people, as one page without scripts. */
export function renderDocs({ info, paths, webhooks, components }: Description): string {
  const sections = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationSection(path, method, operation)),
    ),
    ...Object.entries(webhooks).map(([type, { post }]) => eventSection(type, post)),
    ...Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema)),
  ]
  const groups = [...Map.groupBy(sections, ({ group }) => group)]
  const menu = groups.map(([group, sectionsOfGroup]) => {
    const items = sectionsOfGroup.map(({ id, label }) => `<li><a href="#${id}">${label}</a></li>`)
    return `<h2>${text(group)}</h2><ul>${items.join('')}</ul>`
  })
  const body = groups.map(
    ([group, sectionsOfGroup]) => `<h2>${text(group)}</h2>${sectionsOfGroup.map(({ html }) => html).join('')}`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(info.title)} API ${text(info.version)}</title><style>${style}</style></head>
<body><nav><h1>${text(info.title)} <small>${text(info.version)}</small></h1>${menu.join('')}</nav>
<main><p>${text(info.description)}</p>
<p>Send your API key with every request: <code>Authorization: Bearer plt_…</code>. Errors are
<code>application/problem+json</code> with a stable <code>code</code>. The machine-readable form of this page is
<a href="openapi.json">openapi.json</a>.</p>${body.join('')}</main></body></html>`
}

function operationSection(path: string, method: string, operation: OperationObject): Section {
  const { operationId: id, tags, parameters, requestBody, responses } = operation
  const open = operation.security?.length === 0 ? ' <em>no key needed</em>' : ''
  const request = requestBody
    ? `<h4>Body${requestBody.required ? '' : ' (optional)'}</h4>${forms(requestBody.content)}`
    : ''
  const html = `<section id="${id}"><h3><b>${method}</b> <code>${text(path)}</code>${open}</h3>
${intro(operation)}${parameterTable(parameters)}${request}
<h4>Answers</h4>${Object.entries(responses).map(answer).join('')}</section>`
  return { group: tags[0] ?? '', id, label: `<b>${method}</b> ${text(path)}`, html }
}

function eventSection(type: string, { operationId: id, requestBody, ...operation }: OperationObject): Section {
  const html = `<section id="${id}"><h3><code>${text(type)}</code></h3>
${intro(operation)}${forms(requestBody?.content ?? {})}</section>`
  return { group: 'Webhook events', id, label: text(type), html }
}

function schemaSection(name: string, schema: JsonSchema): Section {
  const id = `schema-${name}`
  const note = schema.description ? `<p>${prose(schema.description)}</p>` : ''
  const html = `<section id="${id}"><h3>${text(name)}</h3>${note}<pre>${outline(schema)}</pre></section>`
  return { group: 'Schemas', id, label: text(name), html }
}

function intro({ summary, description }: Pick<OperationObject, 'summary' | 'description'>): string {
  return `<p>${prose(summary)}</p><p>${prose(description)}</p>`
}

function parameterTable(parameters: readonly ParameterObject[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, required, schema, description }) => {
    return `<tr><td><code>${text(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${outline(schema)}</td><td>${prose(description)}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function answer([status, { description, content, 'x-other-content': others }]: [string, ResponseObject]): string {
  const told = `<p><b>${status}</b> ${prose(description)}</p>`
  return Number(status) >= 400 ? told : told + forms({ ...content, ...others })
}

function forms(content: ContentObject): string {
  return Object.entries(content)
    .map(([mediaType, { schema, example }]) => {
      const shape = schema ? `: ${outline(schema)}` : ''
      const shown = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
      return `<p><code>${text(mediaType)}</code>${shape}</p>${shown === undefined ? '' : `<pre>${text(shown)}</pre>`}`
    })
    .join('')
}

/** A schema as an indented outline: names, types, and a question mark for optional members. */
function outline(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return reference(schema.$ref)
  if (schema.const !== undefined) return text(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => text(JSON.stringify(value))).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map((one) => outline(one, indent)))].join(' | ')
  if (schema.items) return `[${outline(schema.items, indent)}]`
  if (!schema.properties) {
    const { additionalProperties: values } = schema
    if (typeof values === 'object' && schema.type === 'object') return `{…: ${outline(values, indent)}}`
    return text([schema.type ?? 'anything'].flat().join(' | '))
  }
  const inner = `${indent}  `
  const members = Object.entries(schema.properties).map(([name, member]) => {
    const mark = schema.required?.includes(name) ? '' : '?'
    const note = member.description ? `  <i>${prose(member.description)}</i>` : ''
    return `${inner}${text(name)}${mark}: ${outline(member, inner)}${note}`
  })
  return `{\n${members.join('\n')}\n${indent}}`
}

function reference(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return `<a href="#schema-${name}">${text(name)}</a>`
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
