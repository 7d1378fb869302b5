import { execFile, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { createProcesses } from '../harness/processes.ts'
import { createHome, startService, type TestService } from '../harness/service.ts'
import { createFolder } from '../harness/temporary-folder.ts'

const folder = fileURLToPath(new URL('../../python', import.meta.url))
const comfyFolder = fileURLToPath(new URL('../../integrations/comfyui', import.meta.url))
const needed = ['httpx', 'pytest', 'pytest_asyncio', 'PIL', 'numpy', 'mypy', 'hatchling']
const packages =
  'python3 python3-venv python3-httpx python3-pytest python3-pytest-asyncio python3-pil python3-numpy mypy python3-hatchling'

/** The system's Python comes first, because Debian's packages are in it. */
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['-c', `import ${needed.join(', ')}`]).status === 0,
)
if (!python) console.info(`the Python package is not tried: apt-get install ${packages}`)

const hasTorch = python !== undefined && spawnSync(python, ['-c', 'import torch, aiohttp']).status === 0
if (!hasTorch) console.info('the ComfyUI nodes are not tried: apt-get install python3-torch python3-aiohttp')

const execute = promisify(execFile)

describe.skipIf(!python)('the Python package', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService('sqlite')
  })
  afterAll(() => service?.stop())

  async function run(args: readonly string[], cwd = folder, variables: NodeJS.ProcessEnv = {}): Promise<string> {
    const env = {
      ...process.env,
      PYTHONPATH: 'src',
      PYTHONDONTWRITEBYTECODE: '1',
      PALATE_URL: service.url,
      PALATE_API_KEY: service.key,
      ...variables,
    }
    const { stdout } = await execute(python as string, args, { cwd, env, maxBuffer: 2 ** 24 }).catch(
      (error: { stdout: string; stderr: string }) => Promise.reject(new Error(error.stdout + error.stderr)),
    )
    return stdout
  }

  const pytest = () => [
    '-m',
    'pytest',
    '-q',
    '-p',
    'no:cacheprovider',
    '--basetemp',
    join(createFolder('pytest'), 'run'),
  ]

  test('passes its tests against the service', async () => {
    expect(await run(pytest())).toMatch(/\d+ passed/)
  })

  test('a service that is killed in the middle of a list loses no score and scores nothing twice', async () => {
    const processes = createProcesses()
    const home = await createHome('sqlite')
    const env = { ...home.env, PALATE_PORT: String(await freePort()) }
    try {
      let serving = await processes.serve(env)
      const body = { projectId: 'python', name: 'Killed' }
      const { id } = (await serving.call('POST', '/v1/profiles', { body })).body
      const variables = { PALATE_URL: serving.address, PALATE_API_KEY: serving.key, PALATE_PROFILE: id }
      const scores = run(['-c', scoreMany], folder, variables)
      const batches = async () =>
        (await serving.call('GET', '/v1/score/batch')).body.batches as readonly {
          readonly counts: { readonly total: number; readonly succeeded: number }
        }[]
      const sum = (list: Awaited<ReturnType<typeof batches>>, member: 'total' | 'succeeded') =>
        list.reduce((total, { counts }) => total + counts[member], 0)
      await expect.poll(async () => sum(await batches(), 'succeeded')).toBeGreaterThan(0)
      serving.child.kill('SIGKILL')
      await serving.ended
      serving = await processes.serve(env)
      expect(JSON.parse(await scores)).toEqual(Array.from({ length: 120 }, () => expect.any(Number)))
      const ended = await batches()
      expect([sum(ended, 'total'), sum(ended, 'succeeded')]).toEqual([120, 120])
    } finally {
      await processes.stopAll()
      await home.remove()
    }
  })

  test('type-checks strictly with mypy and pyright', async () => {
    expect(await run(['-m', 'mypy', '--cache-dir', createFolder('mypy')])).toContain('Success')
    const pyright = fileURLToPath(new URL('../../node_modules/pyright/index.js', import.meta.url))
    const { stdout } = await execute(process.execPath, [pyright, '--pythonpath', python as string], { cwd: folder })
    expect(stdout).toContain('0 errors')
  })

  test('its two clients are one source', async () => {
    await run(['scripts/make_sync.py', '--check'])
  })

  test('a wheel installs into an empty environment, types included', async () => {
    const place = createFolder('wheel')
    await run(['-m', 'hatchling', 'build', '-t', 'wheel', '-d', place])
    const wheel = readdirSync(place).find((name) => name.endsWith('.whl')) as string
    const { stdout } = await execute('sh', ['-c', installAndImport], {
      env: { ...process.env, PYTHON: python, PLACE: place, WHEEL: wheel },
    })
    expect(stdout.trim().split('\n')).toEqual([
      'palate sends requests with httpx2 or httpx: install one of them',
      'True',
    ])
  })

  test.skipIf(!hasTorch)('the ComfyUI nodes pass their tests against the service', async () => {
    expect(await run(pytest(), comfyFolder)).toMatch(/\d+ passed/)
  })

  test('takes httpx2 where it is installed', async () => {
    const place = createFolder('httpx2')
    // A stand-in: it is httpx under the other name.
    const script = `import sys; sys.path.insert(0, '${place}'); open('${place}/httpx2.py', 'w').write('from httpx import *\\nis_httpx2 = True')
from palate._http import http; print(http.is_httpx2)`
    expect((await run(['-c', script])).trim()).toBe('True')
  })
})

/** Batches of 30: the service dies while some are scored and others are still to be sent. */
const scoreMany = `
import json, random
from PIL import Image
import palate, palate._requests
palate._requests.FRAMES_PER_BATCH_MAX = 30
def picture(n):
    chance = random.Random(n)
    image = Image.new("RGB", (64, 64))
    for _ in range(20):
        x, y = chance.randrange(64), chance.randrange(64)
        image.paste(tuple(chance.randrange(256) for _ in range(3)), (x, y, x + 20, y + 20))
    return image
print(json.dumps([score.value for score in palate.connect().score(picture(n) for n in range(120))]))
`

/** Without the packages of the system, so that only what the wheel brings is there. */
const installAndImport = `set -e
"$PYTHON" -m venv "$PLACE/env"
"$PLACE/env/bin/python" -m pip install --quiet --no-index --no-deps "$PLACE/$WHEEL" >&2
cd "$PLACE"
"$PLACE/env/bin/python" -c "
import importlib.util, pathlib
try:
    import palate
except ImportError as error:
    print(error)
print((pathlib.Path(importlib.util.find_spec('palate').origin).parent / 'py.typed').exists())
"`
