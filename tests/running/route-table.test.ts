import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Input, operations, type Reply, type Request } from '@palate/core/operations.ts'
import { type OperationId, routes } from '@palate/core/routes.ts'
import { rolldown } from 'rolldown'
import { describe, expect, expectTypeOf, test } from 'vitest'

const kibibyte = 1024
const core = fileURLToPath(new URL('../../packages/core/src/', import.meta.url))

describe('the route table', () => {
  test('is a few kB for a browser, without a schema library', async () => {
    const bundle = await rolldown({ input: `${core}routes.ts` })
    const { output } = await bundle.generate({ minify: true })
    await bundle.close()
    const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []))
    const others = modules.filter((id) => !/[\\/](?:route|routes|[a-z]+-routes)\.ts$/.test(id))
    expect(others).toEqual([])
    expect(modules.some((id) => id.endsWith('routes.ts'))).toBe(true)
    expect(gzipSync(output[0].code).length).toBeLessThan(3 * kibibyte)
  })

  test('is plain data', () => {
    expect(JSON.parse(JSON.stringify(routes))).toEqual(routes)
  })

  test('has the same operations as the schemas', () => {
    expect(Object.keys(operations)).toEqual(Object.keys(routes))
    expectTypeOf<keyof typeof operations>().toEqualTypeOf<OperationId>()
  })

  test('gives a client its types', () => {
    expectTypeOf<Request<'getProfile'>['params']>().toEqualTypeOf<{ readonly id: string }>()
    expectTypeOf<Request<'scoreFrames'>['body']['frames']>().toEqualTypeOf<
      readonly { readonly id: string; readonly url: string }[]
    >()
    expectTypeOf<Request<'listProfiles'>['body']>().toEqualTypeOf<undefined>()
    expectTypeOf<Input<'scoreFrames'>['body']['dimensions']>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<Reply<'deleteProfile'>>().toEqualTypeOf<{ readonly success: true }>()
    // @ts-expect-error: neither 42 nor null is a frame
    const frames: Request<'scoreFrames'>['body']['frames'] = [42, null]
    expect(operations.scoreFrames.body.shape.frames.safeParse(frames).success).toBe(false)
  })
})
