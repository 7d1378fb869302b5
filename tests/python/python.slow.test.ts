import { execFile, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '../harness/service.ts'
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

  async function run(args: readonly string[], cwd = folder): Promise<string> {
    const env = {
      ...process.env,
      PYTHONPATH: 'src',
      PYTHONDONTWRITEBYTECODE: '1',
      PALATE_URL: service.url,
      PALATE_API_KEY: service.key,
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
