import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The folder of the client. */
export const client = fileURLToPath(new URL('../../packages/client/', import.meta.url))

/** Declarations that examples omit. */
const known = `
declare const palate: import('@palate/client').Palate
declare const profile: import('@palate/client').ProfileSummary
declare const profile_id: string, frame: { url: string }, frames: { id: string; url: string }[]
declare const secret: string, request: Request
declare function rebuild(data: unknown): void
`

/** The compiler's errors in each of these, as separate modules. */
export function check(examples: readonly string[]): readonly string[] {
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

/** Omit declarations that an example makes itself. */
function redeclares(example: string, declaration: string): boolean {
  const [, name] = /^declare const (\w+):/.exec(declaration) ?? []
  return name !== undefined && new RegExp(`^const (\\{[^}]*)?\\b${name}\\b`, 'm').test(example)
}
