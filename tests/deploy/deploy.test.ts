import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMetrics } from '@palate/server/platform/metrics.ts'
import { expect, test } from 'vitest'
import { startService } from '../harness/service.ts'

// What an operator installs must match what the service does. The tools of others run where they are installed.

const repository = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(repository, file), 'utf8')
const has = (tool: string) => spawnSync(tool, ['--help'], { stdio: 'ignore' }).error === undefined
const rules = 'deploy/prometheus/palate.rules.yaml'

test('alerts and the Grafana dashboard use metrics that the service has', () => {
  const known = new Set(
    createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name),
  )
  const used = [rules, 'deploy/grafana/palate.json'].flatMap((file) =>
    [...read(file).matchAll(/\b(?:palate|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) => name.replace(/_bucket$/, '')),
  )
  expect(used.length).toBeGreaterThan(20)
  expect(used.filter((name) => !known.has(name))).toEqual([])
})

test('every alert is explained in the documentation', () => {
  const alerts = [...read(rules).matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  const explained = [...read('docs/operations.md').matchAll(/^- `(Palate\w+)`:/gm)].map(([, name = '']) => name)
  expect(alerts.toSorted()).toEqual(explained.toSorted())
})

test('containers and units set only variables that the service reads', () => {
  const files = [
    'Dockerfile',
    'compose.yaml',
    'compose.postgres.yaml',
    ...globSync('deploy/**/*.{yaml,service}', { cwd: repository }),
  ]
  const known = read('packages/server/src/config/config.ts')
  const used = files.flatMap((file) => [...read(file).matchAll(/\b(?:PALATE_[A-Z_]*[A-Z]|DATABASE_URL(?:_FILE)?)\b/g)])
  const unknown = used.map(([name]) => name.replace(/_FILE$/, '')).filter((name) => !known.includes(`\n  ${name}: `))
  expect(unknown).toEqual([])
})

test('the image runs the service without a shell, as a user other than root', () => {
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toMatch(/^USER 1000:1000$/m)
  expect(dockerfile).toMatch(/^ENTRYPOINT \["node", ".*palate\.js"\]$/m)
  expect(dockerfile).toMatch(/^CMD \["serve"\]$/m)
  // The launcher would otherwise start the process again.
  expect(dockerfile).toMatch(/MALLOC_ARENA_MAX=2/)
})

test('no temporary file system of a container names its owner, which Podman refuses', () => {
  for (const file of ['compose.yaml', 'compose.postgres.yaml']) expect(read(file)).not.toMatch(/tmpfs: .*[ug]id=/)
})

test('the health check of the image passes if the service is ready, and fails if it is not or is gone', async () => {
  const [, command = '[]'] = /^HEALTHCHECK .*\\\n +CMD (\[.*\])$/m.exec(read('Dockerfile')) ?? []
  const [program = '', ...args] = JSON.parse(command) as readonly string[]
  const service = await startService('sqlite')
  const env = { ...process.env, PALATE_PORT: new URL(service.url).port }
  const exitCode = () =>
    new Promise((resolve) => execFile(program, args, { env }, (error) => resolve(error ? error.code : 0)))
  expect(await exitCode()).toBe(0)
  await service.drain()
  expect(await exitCode()).toBe(1)
  await service.stop()
  expect(await exitCode()).toBe(1)
})

test.runIf(has('promtool'))('the alert rules pass their own tests', () => {
  execFileSync('promtool', ['check', 'rules', rules], { cwd: repository })
  execFileSync('promtool', ['test', 'rules', rules.replace('.yaml', '.test.yaml')], { cwd: repository })
})

test.runIf(has('kubectl'))('the Kubernetes base is complete', () => {
  const built = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes/base'], { cwd: repository, encoding: 'utf8' })
  const kinds = [...built.matchAll(/^kind: (\w+)$/gm)].map(([, kind = '']) => kind)
  expect(kinds.toSorted()).toEqual(
    ['ConfigMap', 'Deployment', 'Deployment', 'Job', 'Namespace', 'NetworkPolicy', 'NetworkPolicy'].concat([
      'PodDisruptionBudget',
      'Service',
    ]),
  )
  expect(built.match(/readOnlyRootFilesystem: true/g)).toHaveLength(3)
  // Otherwise the service `palate` sets PALATE_PORT=tcp://… in each pod, and Palate refuses to start.
  expect(built.match(/enableServiceLinks: false/g)).toHaveLength(3)
})

test.runIf(has('kubectl'))(
  'the example overlay adds an ingress, autoscaling, backups and monitoring to the Kubernetes base',
  () => {
    const overlay = 'deploy/kubernetes/overlays/example'
    const built = execFileSync('kubectl', ['kustomize', overlay], { cwd: repository, encoding: 'utf8' })
    const documents = built.split(/^---$/m)
    const documentOf = (kind: string, name: string) =>
      documents.find((text) => new RegExp(`^kind: ${kind}$`, 'm').test(text) && text.includes(`  name: ${name}\n`)) ??
      ''
    for (const name of ['palate-api', 'palate-worker']) {
      const deployment = documentOf('Deployment', name)
      expect(deployment).toMatch(/^ {8}image: registry\.example\.com\/palate:\S+$/m)
      expect(deployment).toMatch(/^ {10}name: metrics$/m)
      // Both are the autoscaler's and the monitor's.
      expect(deployment).not.toMatch(/replicas:|prometheus\.io/)
      expect(documentOf('HorizontalPodAutoscaler', name)).toMatch(
        new RegExp(`scaleTargetRef:\n {4}apiVersion: apps/v1\n {4}kind: Deployment\n {4}name: ${name}\n`),
      )
    }
    expect(documentOf('Service', 'palate')).toMatch(/ports:\n {2}- name: http\n/)
    expect(documentOf('Ingress', 'palate')).toMatch(/name: palate\n {12}port:\n {14}name: http\n/)
    expect(documentOf('CronJob', 'palate-backup')).toMatch(/^ {12}image: registry\.example\.com\/palate:\S+$/m)
    expect(documentOf('CronJob', 'palate-backup')).toContain('claimName: palate-backups\n')
    expect(documentOf('CronJob', 'palate-backup')).toContain('enableServiceLinks: false\n')
    expect(documentOf('PersistentVolumeClaim', 'palate-backups')).not.toBe('')
    expect(documentOf('PodMonitor', 'palate')).toMatch(/port: metrics\n/)
    // The variables of the base stay.
    expect(built).toMatch(/PALATE_METRICS_PORT: "9090"\n {2}PALATE_PUBLIC_URL: https:/)
  },
)

test('the systemd units share their data directory, because they run as one user that stays the same', () => {
  const settings = ['palate', 'palate-worker@'].map((name) =>
    read(`deploy/systemd/${name}.service`)
      .split('\n')
      .filter((line) => /^(?:User|Group|DynamicUser|StateDirectory|Environment|UMask)=/.test(line)),
  )
  expect(settings[0]).toEqual(settings[1])
  expect(settings[0]).toContain('User=palate')
  expect(settings.join()).not.toContain('DynamicUser')
  expect(read('deploy/systemd/palate.sysusers')).toMatch(/^u palate /m)
})

test.runIf(has('systemd-analyze'))('the systemd units are valid and confined', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palate-units-'))
  try {
    for (const name of ['palate', 'palate-worker@']) {
      const file = join(folder, `${name}.service`)
      // The check requires the program to exist.
      writeFileSync(file, read(`deploy/systemd/${name}.service`).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
      expect(spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      })
      const score = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file])
      expect(score.status).toBe(0)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
