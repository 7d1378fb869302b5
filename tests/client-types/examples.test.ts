import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { clientTypesPath, makeClientTypes } from './client-types.ts'

const client = fileURLToPath(new URL('../../packages/client/', import.meta.url))

test("the client's types are those of the route table (npm run client-types)", async () => {
  expect(readFileSync(clientTypesPath, 'utf8')).toBe(await makeClientTypes())
})

test("the examples in the client's comments and README type-check", () => {
  const examples = [...globSync(`${client}src/*.ts`).flatMap(examplesOfComments), ...examplesOf(`${client}README.md`)]
  expect(examples.length).toBeGreaterThan(10)
  expect(check(examples)).toEqual([])
})

test('an example that uses what there is not does not', () => {
  expect(check(["await palate.profiles.explode('x')"])).toEqual([expect.stringMatching(/'explode' does not exist/)])
})

function examplesOfComments(path: string): readonly string[] {
  const comments = readFileSync(path, 'utf8').match(/\/\*\*.*?\*\//gs) ?? []
  return comments.flatMap((comment) => {
    const [, example] = /@example\n(.*?)(?:\n \*\/|\n {3}\*\/|\n\s*\* @)/s.exec(comment) ?? []
    return example === undefined ? [] : [example.replaceAll(/^\s*\* ?/gm, '')]
  })
}

function examplesOf(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
}

/** What examples leave out because a reader knows it. */
const known = `
declare const palate: import('@palate/client').Palate
declare const profile: import('@palate/client').ProfileSummary
declare const profile_id: string, frame: { url: string }, frames: { id: string; url: string }[]
declare const secret: string, request: Request
declare function rebuild(data: unknown): void
`

/** The compiler's errors in each of these as a module of its own. */
function check(examples: readonly string[]): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
    paths: { '@palate/client': [`${client}src/index.ts`], '@palate/core/*': [`${client}../core/src/*`] },
  }
  const imports = "import { isPalateError, Palate, verifyWebhook } from '@palate/client'\n"
  const texts = new Map(
    examples.map((example, i) => {
      const own = example.replaceAll(/^import .*$/gm, '')
      const declared = known.split('\n').filter((line) => !redeclares(own, line))
      return [
        `${client}src/example-${i}.ts`,
        `${imports}${declared.join('\n')}\nexport async function example() {\n${own}\n}\n`,
      ]
    }),
  )
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path)
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2024)
  }
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  const program = ts.createProgram([...texts.keys()], options, host)
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${ts.flattenDiagnosticMessageText(messageText, ' ')} in ${texts.get(path)}`,
    )
  })
}

/** An example that declares a name itself does not need ours. */
function redeclares(example: string, declaration: string): boolean {
  const [, name] = /^declare const (\w+):/.exec(declaration) ?? []
  return name !== undefined && new RegExp(`^const (\\{[^}]*)?\\b${name}\\b`, 'm').test(example)
}
