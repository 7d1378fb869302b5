import { type Profiler, Session } from 'node:inspector/promises'

const server = 'packages/server/src/'

/** Notes which functions of the server are called in this process, until `stop` returns them as `function (file)`. */
export async function noteCalledFunctions() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    async stop(): Promise<ReadonlySet<string>> {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      session.disconnect()
      return new Set(result.flatMap(calledIn))
    },
  }
}

function calledIn({ url, functions }: Profiler.ScriptCoverage): readonly string[] {
  const at = url.indexOf(server)
  if (at < 0) return []
  const file = url.slice(at + server.length).replace(/\?.*$/, '')
  const called = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0))
  return called.map(({ functionName }) => `${functionName} (${file})`)
}
