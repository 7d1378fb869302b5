import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { check, client } from './check-examples.ts'
import { clientTypesPath, makeClientTypes } from './client-types.ts'

test("the client's types are those of the route table (npm run client-types)", async () => {
  expect(readFileSync(clientTypesPath, 'utf8')).toBe(await makeClientTypes())
})

test("the examples in the client's comments and README type-check", () => {
  const examples = [...globSync(`${client}src/*.ts`).flatMap(examplesOfComments), ...examplesOf(`${client}README.md`)]
  expect(examples.length).toBeGreaterThan(10)
  expect(check(examples)).toEqual([])
})

test('an example that uses an unknown member does not type-check', () => {
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
