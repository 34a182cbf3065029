import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { SETTINGS } from '@/lib/env'
import { MAX_BODY_BYTES } from '@/lib/lists/parse-csv'
import { METRICS } from '@/lib/metrics/register'
import { OPERATOR_COMMANDS } from '@/lib/operator/commands'

/* The files of deploy/. What can be read is held against the code, always; the tools check it where they are installed. */

const read = (file: string) => readFileSync(join('deploy', file), 'utf8')
const yaml = <Content>(file: string) => parseYaml(read(file)) as Content

/** The documents of a file for Kubernetes. */
type Manifest = {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec: {
    template?: { spec: PodSpec }
    selector?: { matchLabels?: object }
    minAvailable?: number
    replicas?: number
  }
}
type PodSpec = {
  containers: { command: string[]; envFrom: Record<string, { name: string }>[]; image: string }[]
  volumes: { persistentVolumeClaim?: { claimName: string } }[]
}
const manifests = readdirSync('deploy/kubernetes').flatMap((name) =>
  read(`kubernetes/${name}`)
    .split(/^---$/m)
    .map((text) => parseYaml(text) as Manifest),
)

const settingNames = new Set(SETTINGS.map(({ name }) => name))
const notSettings = (names: string[]) => names.filter((name) => !settingNames.has(name))

/** Set for Node.js and the C library, not for us. */
const OF_THE_PLATFORM = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'NODE_ENV', 'NODE_OPTIONS']

function toolPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Runs a tool and returns what it prints. Throws with its output if it finds a fault. */
function runTool(path: string, ...args: string[]): string {
  return execFileSync(path, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

describe('every setting in deploy/ is a setting', () => {
  test('in the settings of the server', () => {
    const names = [...read('systemd/counterfoil.env').matchAll(/^#?([A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    )
    expect(names.length).toBeGreaterThan(5)
    expect(notSettings(names)).toEqual([])
  })

  test('in the units', () => {
    const units = ['counterfoil.service', 'counterfoil-backup.service'].map((name) => read(`systemd/${name}`))
    const names = units.flatMap((unit) =>
      [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name),
    )
    expect(notSettings(names).filter((name) => !OF_THE_PLATFORM.includes(name))).toEqual([])
  })

  test('in the image', () => {
    const [, env = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(read('container/Containerfile')) ?? []
    const names = [...env.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)
    expect(names).toContain('DATA_DIR')
    expect(notSettings(names).filter((name) => !OF_THE_PLATFORM.includes(name))).toEqual([])
  })

  test('in compose.yaml', () => {
    const { services } = yaml<{ services: Record<string, { environment: object }> }>('container/compose.yaml')
    const ours = ['set-up', 'web', 'worker'].flatMap((name) => Object.keys(services[name]?.environment ?? {}))
    expect(ours.filter((name) => name === 'DATABASE_URL')).toHaveLength(3)
    expect(ours.filter((name) => name === 'DATABASE_OWNER_URL')).toHaveLength(1)
    expect(notSettings(ours)).toEqual([])
  })

  test('in the manifests, whose references lead somewhere', () => {
    const names = manifests.flatMap(({ kind, data }) => (kind === 'ConfigMap' ? Object.keys(data ?? {}) : []))
    expect(names).toContain('PUBLIC_URL')
    expect(notSettings(names)).toEqual([])
    const written = [...read('kubernetes/settings.yaml').matchAll(/--from-literal=(\w+)=/g)].map(
      ([, name]) => name,
    )
    expect(notSettings(written as string[])).toEqual([])
    const secrets = [...read('kubernetes/settings.yaml').matchAll(/secret generic (\S+)/g)].map(
      ([, name]) => name,
    )
    const known = (kind: string) =>
      manifests.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name)
    const pods = manifests.flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []))
    expect(pods).toHaveLength(3)
    for (const { containers, volumes } of pods) {
      for (const source of containers.flatMap(({ envFrom }) => envFrom)) {
        if (source.configMapRef) expect(known('ConfigMap')).toContain(source.configMapRef.name)
        else expect(secrets).toContain(source.secretRef?.name)
      }
      for (const { persistentVolumeClaim: claim } of volumes) {
        if (claim) expect(known('PersistentVolumeClaim')).toContain(claim.claimName)
      }
    }
  })
})

test('every container of compose.yaml but set-up, which ends, runs again after a restart of the machine', () => {
  const { services } = yaml<{ services: Record<string, { restart: string }> }>('container/compose.yaml')
  const policies = Object.entries(services).map(([name, { restart }]) => [name, restart])
  expect(Object.fromEntries(policies)).toEqual({
    database: 'always',
    'set-up': 'no',
    web: 'always',
    worker: 'always',
  })
})

test('each Deployment has a budget of disruptions that lets one of its pods go', () => {
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget')
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  expect(deployments).toHaveLength(2)
  for (const { spec } of deployments) {
    const budget = budgets.find(
      (each) => JSON.stringify(each.spec.selector) === JSON.stringify(spec.selector),
    )
    expect(budget?.spec.minAvailable).toBeLessThan(spec.replicas ?? 0)
  }
})

test('every program that deploy/ starts is there, and every operator command', () => {
  const { services } = yaml<{ services: Record<string, { command?: string[] }> }>('container/compose.yaml')
  const commands = [
    ...manifests.flatMap(({ spec }) => spec?.template?.spec.containers.map(({ command }) => command) ?? []),
    ...Object.values(services).flatMap(({ command }) => (command ? [command] : [])),
    ...['counterfoil.service', 'counterfoil-backup.service'].map((name) =>
      (/^ExecStart=\/usr\/bin\/(.+)$/m.exec(read(`systemd/${name}`))?.[1] ?? '')
        .replace('/opt/counterfoil/', '')
        .split(' '),
    ),
    JSON.parse(/^CMD (.+)$/m.exec(read('container/Containerfile'))?.[1] ?? '') as string[],
  ]
  expect(commands).toHaveLength(8)
  for (const [node, program = '', ...args] of commands) {
    expect(node).toBe('node')
    expect(existsSync(program), program).toBe(true)
    if (program === 'bin/process.mjs') expect(existsSync(`bin/${args[0]}.ts`)).toBe(true)
    if (program === 'bin/admin.mjs') expect(OPERATOR_COMMANDS).toHaveProperty([args.slice(0, 2).join(' ')])
  }
})

test('the image has every folder that the build reads', () => {
  const sources = readFileSync('bin/prepare.mjs', 'utf8') + readFileSync('bin/compile.mjs', 'utf8')
  const lists = [...sources.matchAll(/^const (?:BUILD_FOLDERS|SOURCES) = \[(.+)\]$/gm)]
  expect(lists).toHaveLength(2)
  const names = lists.flatMap(([, list = '']) =>
    list.split(', ').map((name) => name.slice(1, -1).split('/')[0]),
  )
  const copied = [...read('container/Containerfile').matchAll(/^COPY (\w+) \1$/gm)].map(([, name]) => name)
  for (const name of names.filter((each) => !each?.includes('.'))) expect(copied).toContain(name)
  // The documentation reads it.
  expect(read('container/Containerfile')).toMatch(/^COPY CHANGELOG\.md /m)
})

test('the tools of the build go without a change to package-lock.json, by which it knows its sources', () => {
  const texts = [
    read('container/Containerfile').replace(/", "/g, ' '),
    readFileSync('docs/install.md', 'utf8'),
  ]
  for (const text of texts) expect(text.match(/npm prune --omit.*/)?.[0]).toContain('--no-save')
})

test('the proxies take the largest file that the service takes', () => {
  const [, caddy] = /max_size (\d+)MB/.exec(read('caddy/Caddyfile')) ?? []
  const [, nginx] = /client_max_body_size (\d+)m;/.exec(read('nginx/counterfoil.conf')) ?? []
  for (const megabytes of [caddy, nginx]) expect(Number(megabytes) * 1e6).toBeGreaterThan(MAX_BODY_BYTES)
})

type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string }; labels: object }
const rules = yaml<{ groups: { rules: Rule[] }[] }>('prometheus/alerts.yml').groups.flatMap(
  (group) => group.rules,
)
const { tests } = yaml<{ tests: { promql_expr_test: { expr: string; exp_samples: object[] }[] }[] }>(
  'prometheus/alerts.test.yml',
)
const dashboard = JSON.parse(read('prometheus/dashboard.json')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const runbook = readFileSync('docs/runbook.md', 'utf8')

/** Metrics of our own, with the labels that each has; `process` is added to all. */
const OURS = new Map(
  Object.values<{ name: string; labelNames: readonly string[] }>(METRICS).map(({ name, labelNames }) => [
    name,
    [...labelNames, 'process', 'le'],
  ]),
)
/** Of Prometheus itself, its exporters and prom-client. */
const THEIRS = new Map([
  ['up', ['job', 'instance']],
  ['node_filesystem_avail_bytes', ['fstype', 'mountpoint']],
  ['node_filesystem_size_bytes', ['fstype', 'mountpoint']],
  ['probe_success', ['job', 'instance']],
  ['probe_ssl_earliest_cert_expiry', ['job', 'instance']],
  ['process_resident_memory_bytes', ['process']],
])

/** The metrics of an expression, each with the labels by which it is chosen. */
function metricsIn(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b([a-z]+_[a-z_]+|up)(?:_bucket)?\b(?!\()(?:\{([^}]*)\})?/g)]
    .filter(([, name = '']) => name.startsWith('counterfoil_') || /^(up$|node_|probe_|process_)/.test(name))
    .map(([, name = '', selector = '']) => ({
      name: name.replace(/_bucket$/, ''),
      labels: [...selector.matchAll(/(\w+)[!=]/g)].map(([, label = '']) => label),
    }))
}

const expressions = [
  ...rules.map(({ alert, expr }) => ({ what: alert, expr })),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ what: title, expr }))),
]

test.each(expressions)('$what asks for metrics and labels that exist', ({ expr }) => {
  const metrics = metricsIn(expr)
  expect(metrics).not.toEqual([])
  for (const { name, labels } of metrics) {
    const known = OURS.get(name) ?? THEIRS.get(name) ?? expect.fail(`${name} is no metric`)
    for (const label of labels) expect(known).toContain(label)
  }
})

test.each(rules)(
  '$alert has a page of the runbook, with what it means, where to look and what to do',
  (rule) => {
    expect(rule.annotations.runbook).toBe(`docs/runbook.md#${rule.alert.toLowerCase()}`)
    const [, page = ''] = runbook.split(new RegExp(`^## ${rule.alert}$`, 'm'))
    const [means = '', ...rest] = (page.split(/^## /m)[0] ?? '').trim().split('\n\n')
    expect(means.length).toBeGreaterThan(60)
    expect([rest[0], rest[2]]).toEqual(['Look at:', 'Do:'])
  },
)

test('the runbook has no page without an alert', () => {
  const pages = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, title]) => title)
  expect(pages).toEqual(rules.map(({ alert }) => alert))
})

test('the runbook names operator commands that exist', () => {
  const named = [...runbook.matchAll(/counterfoil-admin ([a-z-]+ [a-z-]+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(4)
  for (const name of named) expect(OPERATOR_COMMANDS).toHaveProperty([name])
})

test.each(rules)('$alert is tested: silent before its time, raised after it', ({ alert }) => {
  const own = tests
    .flatMap(({ promql_expr_test: all }) => all)
    .filter(({ expr }) => expr.includes(`"${alert}"`))
  expect(own.some(({ exp_samples: samples }) => samples.length > 0)).toBe(true)
  expect(own.some(({ exp_samples: samples }) => samples.length === 0)).toBe(true)
})

test('the dashboard asks the data source that its reader chooses', () => {
  for (const panel of dashboard.panels)
    expect(panel).toMatchObject({ datasource: { uid: expect.stringMatching(/^.{source}$/) } })
})

/* With the tools of Debian; without them, the tests above are what there is. */

const promtool = toolPath('promtool')
test.runIf(promtool)('Prometheus accepts the rules and their tests', () => {
  expect(runTool(promtool ?? '', 'check', 'rules', 'deploy/prometheus/alerts.yml')).toContain('SUCCESS')
  expect(runTool(promtool ?? '', 'test', 'rules', 'deploy/prometheus/alerts.test.yml')).toContain('SUCCESS')
  const config = ['check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml']
  expect(runTool(promtool ?? '', ...config)).toContain('SUCCESS')
})

const amtool = toolPath('amtool')
test.runIf(amtool)('Alertmanager accepts its configuration', () => {
  expect(runTool(amtool ?? '', 'check-config', 'deploy/prometheus/alertmanager.yml')).toContain('SUCCESS')
})

// It looks for the program that a unit starts.
const analyze = existsSync('/usr/bin/node') ? toolPath('systemd-analyze') : undefined
test.runIf(analyze)('systemd accepts the units, and their exposure is at most 1.5', () => {
  for (const unit of ['counterfoil.service', 'counterfoil-backup.service']) {
    runTool(analyze ?? '', 'verify', `deploy/systemd/${unit}`)
    const args = ['security', '--offline=true', '--threshold=15', `deploy/systemd/${unit}`]
    expect(runTool(analyze ?? '', ...args)).toContain('Overall exposure level')
  }
  runTool(analyze ?? '', 'verify', 'deploy/systemd/counterfoil-backup.timer')
})

const caddy = toolPath('caddy')
test.runIf(caddy)('Caddy accepts its file', () => {
  runTool(caddy ?? '', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile')
})
