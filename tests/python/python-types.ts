import { describeApi } from '@palate/core/openapi/openapi.ts'

/**
 * The types of the Python package: a TypedDict for each resource. Required keys are those that the API description
 * requires. They exist for type checkers alone, so the file needs nothing at run time but `typing`.
 */
export function makePythonTypes(): string {
  const { schemas } = (describeApi('0') as Description).components
  const definitions = Object.entries(schemas).flatMap(([name, schema]) => definitionsOf(name, schema))
  return [header, ...definitions].join('\n\n').replace(/\n+$/, '\n')
}

export const pythonTypesPath = new URL('../../python/src/palate/types.py', import.meta.url)

const header = `# Made from the API description by \`npm run python-types\`. Do not edit.
"""The requests and responses of the API, as typed dictionaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired
`

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
}

/** An object with members becomes a class, and so does each such object inside it; others become an alias. */
function definitionsOf(name: string, schema: Schema): readonly string[] {
  if (!schema.properties) {
    const { type, inner } = typeOf(schema, name)
    return [...inner, `${name}: TypeAlias = ${aliased(type)}\n`]
  }
  const members = Object.entries(schema.properties).map(([member, memberSchema]) => {
    const { type, inner } = typeOf(memberSchema, name + pascalCase(member))
    const isRequired = schema.required?.includes(member)
    return { member, inner, type: isRequired ? type : `NotRequired[${type}]` }
  })
  const inner = members.flatMap((member) => member.inner)
  const hasOnlyIdentifiers = members.every(({ member }) => isIdentifier(member))
  const lines = members.map(({ member, type }) => `    ${member}: ${type}`)
  const pairs = members.map(({ member, type }) => `        "${member}": ${quoted(type)},`)
  const definition = hasOnlyIdentifiers
    ? [`class ${name}(TypedDict):`, ...(lines.length > 0 ? lines : ['    pass']), '']
    : [`${name} = TypedDict(`, `    "${name}",`, '    {', ...pairs, '    },', ')', '']
  return [...inner, definition.join('\n')]
}

interface PythonType {
  readonly type: string
  readonly inner: readonly string[]
}

function typeOf(schema: Schema, name: string): PythonType {
  if (schema.$ref) return plain(schema.$ref.split('/').at(-1) as string)
  if (schema.const !== undefined) return plain(literal([schema.const]))
  if (schema.enum) return plain(literal(schema.enum))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map((choice, index) => typeOf(choice, name + (index + 1))))
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, name)))
  if (schema.properties) return { type: name, inner: definitionsOf(name, schema) }
  if (schema.type === 'array') return wrapped('list', typeOf(schema.items ?? {}, name))
  if (schema.type === 'object') {
    const { additionalProperties } = schema
    return wrapped('dict', typeOf(typeof additionalProperties === 'object' ? additionalProperties : {}, name))
  }
  return plain(scalars[String(schema.type)] ?? 'Any')
}

const scalars: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
}

function plain(type: string): PythonType {
  return { type, inner: [] }
}

function wrapped(container: 'list' | 'dict', { type, inner }: PythonType): PythonType {
  return { type: container === 'list' ? `list[${type}]` : `dict[str, ${type}]`, inner }
}

function union(types: readonly PythonType[]): PythonType {
  const names = [...new Set(types.map(({ type }) => type))]
  const type = names.includes('Any') ? 'Any' : names.length === 1 ? (names[0] as string) : `Union[${names.join(', ')}]`
  return { type, inner: types.flatMap(({ inner }) => inner) }
}

function literal(values: readonly unknown[]): string {
  return `Literal[${values.map((value) => (value === true ? 'True' : value === false ? 'False' : JSON.stringify(value))).join(', ')}]`
}

/** An alias is evaluated where it stands, and names of classes may be defined below it: these are quoted. */
function aliased(type: string): string {
  return type.startsWith('Literal[') ? type : type.replace(/\b(?!Union|Any|None)[A-Z]\w*/g, '"$&"')
}

function quoted(type: string): string {
  return `'${type}'`
}

const keywords = new Set([
  'from',
  'in',
  'is',
  'not',
  'or',
  'and',
  'if',
  'for',
  'with',
  'as',
  'class',
  'def',
  'pass',
  'import',
  'global',
  'lambda',
  'try',
  'while',
  'return',
  'None',
  'True',
  'False',
])

function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name)
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9])([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
