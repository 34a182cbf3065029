// Prepares what the service and its tests need, each part only if it is missing or stale. Plain JavaScript
// without dependencies: it runs before node_modules exists.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packClientsInto } from './pack-clients.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const OLDEST_NODE = [20, 19]
const STEP_IS_NAMED_MS = 500
const GENERATED_STAMP = join(ROOT, 'lib/db/generated/.source-hash')
const BUILD_STAMP = join(ROOT, '.next/source-hash')
const DOWNLOADS = join(ROOT, '.build/downloads')
const DOWNLOADS_STAMP = join(ROOT, '.build/downloads.source-hash')
const BUILD_FOLDERS = ['app', 'components', 'lib', 'prisma/schema.prisma', 'public']
/** Files of the project's root that the build does not read, or that it writes. */
const NOT_BUILT = /^(biome|knip|vitest|playwright|prisma)\b|^next-env\.d\.ts$/

/** Prints the error on standard error, as one sentence unless debugging, and exits with code 1. */
export function reportAndExit(error) {
  const wantsMore = ['debug', 'trace'].includes(process.env.LOG_LEVEL)
  process.stderr.write(`${wantsMore ? error.stack : error.message || error}\n`)
  process.exit(1)
}

/**
 * Enters the project's folder, checks the Node version and reads `.env`, whose values never override the
 * environment's. Tests leave it unread.
 */
export function enterProject() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(`Node.js ${OLDEST_NODE.join('.')} or later is needed; this is ${process.version}.`)
  }
  process.chdir(ROOT)
  process.env.NEXT_TELEMETRY_DISABLED ??= '1'
  if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env')
}

/**
 * Installs the packages of package-lock.json unless node_modules matches it. The development packages may be absent
 * where `runsAsBuilt` says that nothing is left to build.
 */
export async function install(runsAsBuilt = () => false) {
  if (isInstalled()) return
  const lacksToolsOnly = isInstalled({ withTools: false })
  if (lacksToolsOnly && runsAsBuilt()) return
  try {
    // Building needs the development packages, which npm omits when NODE_ENV is production.
    await step('Installing packages', () => run('npm', ['ci', '--include=dev']))
  } catch (error) {
    if (!lacksToolsOnly) throw error
    throw new Error(
      `The build is not of these sources, and a new one needs the development packages: ${error.message}`,
    )
  }
}

/** npm writes its own list of installed packages last, so an interrupted install has none. */
export function isInstalled({ withTools = true } = {}) {
  const listPath = join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(listPath)) return false
  const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(listPath, 'utf8')).packages
  return Object.entries(lockfile).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    if (path === '') return true
    const entry = present[path]
    if (!entry) return Boolean(optional || (!withTools && (dev || devOptional)))
    return entry.version === version && entry.integrity === integrity
  })
}

/** Generates the Prisma client if the schema or the installed packages have changed. */
export async function generateClient() {
  const hash = clientHash()
  if (stampOf(GENERATED_STAMP) === hash) return
  const quiet = { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' }
  // The command looks for its migration engine without needing it, and would download it. Any existing file
  // will do.
  const engine = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
  const prisma = join(ROOT, 'node_modules/prisma/build/index.js')
  const args = [prisma, 'generate', '--no-hints']
  await step('Generating the database client', () => run(process.execPath, args, { ...quiet, ...engine }))
  writeFileSync(GENERATED_STAMP, hash)
}

/** The lock file stands for Prisma itself, which a built service may lack. */
function clientHash() {
  return hashOf(['prisma/schema.prisma', 'package-lock.json'])
}

/** Whether the generated client and the pages are those of these sources. */
export function isBuilt() {
  return (
    stampOf(GENERATED_STAMP) === clientHash() &&
    stampOf(BUILD_STAMP) === buildHash() &&
    stampOf(DOWNLOADS_STAMP) === downloadsHash()
  )
}

/** Packs the client libraries that the service offers, if their sources have changed. */
export async function packClients() {
  const hash = downloadsHash()
  if (stampOf(DOWNLOADS_STAMP) === hash) return
  const folder = `${DOWNLOADS}.${process.pid}`
  await step('Packing the clients', () => packClientsInto(folder, run))
  rmSync(DOWNLOADS, { recursive: true, force: true })
  try {
    renameSync(folder, DOWNLOADS)
  } catch (error) {
    // Another start has packed the same sources meanwhile.
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(DOWNLOADS)) throw error
  }
  writeFileSync(DOWNLOADS_STAMP, hash)
}

function downloadsHash() {
  return hashOf(['packages/client', 'packages/python', 'packages/samples', 'bin/pack-clients.mjs'])
}

/** Builds the web application if its sources have changed since the last complete build. */
export async function build() {
  const hash = buildHash()
  if (stampOf(BUILD_STAMP) === hash) return
  rmSync(BUILD_STAMP, { force: true })
  const next = join(ROOT, 'node_modules/next/dist/bin/next')
  await step('Building the pages', () => run(process.execPath, [next, 'build'], { NODE_ENV: 'production' }))
  hintCompilation()
  writeFileSync(BUILD_STAMP, hash)
}

/**
 * A browser compiles a function when it is first called, in the page's main thread. Of React and Next.js, which every
 * page loads, most are called at once: this comment has Chromium compile them all while they load, beside the page.
 * Other browsers ignore it ([decision 125](../docs/decisions/0125-functions-compiled-ahead.md)).
 */
function hintCompilation() {
  const next = join(ROOT, '.next')
  const { rootMainFiles } = JSON.parse(readFileSync(join(next, 'build-manifest.json'), 'utf8'))
  for (const file of rootMainFiles) {
    const script = readFileSync(join(next, file), 'utf8')
    writeFileSync(join(next, file), `//# allFunctionsCalledOnLoad\n${script}`)
  }
}

/** Marks the existing build as current. For copies of the project that serve no pages. */
export function acceptBuild() {
  mkdirSync(dirname(DOWNLOADS_STAMP), { recursive: true })
  writeFileSync(DOWNLOADS_STAMP, downloadsHash())
  writeFileSync(BUILD_STAMP, buildHash())
}

function buildHash() {
  const settingFiles = readdirSync(ROOT).filter(
    (name) => /\.(js|mjs|ts|json)$/.test(name) && !NOT_BUILT.test(name),
  )
  return hashOf([...BUILD_FOLDERS, ...settingFiles])
}

/** Runs a command to its end and forwards signals to it. Throws if it fails, and prints its output. */
export async function run(file, args, env = {}) {
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && file === 'npm',
  })
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  let interruptedBy = null
  const pass = (signal) => {
    interruptedBy = signal
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  const outcome = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code === 0 ? null : `exit code ${code ?? signal}`))
  })
  for (const signal of signals) process.off(signal, pass)
  if (interruptedBy) process.exit(128 + constants.signals[interruptedBy])
  if (outcome === null) return
  process.stderr.write(`\n${Buffer.concat(chunks)}`)
  throw new Error(`${[file, ...args].join(' ')} failed: ${outcome}`)
}

/** Runs one step of a start. A slow step is named on standard error, so that nobody wonders. */
export async function step(title, work) {
  const timer = setTimeout(() => process.stderr.write(`  ${title} …\n`), STEP_IS_NAMED_MS)
  return work().finally(() => clearTimeout(timer))
}

function stampOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** A hash of files, and of folders without tests and generated files. */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesOf)) {
    hash.update(`${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(join(ROOT, file)))
        .digest(),
    )
  }
  return hash.digest('hex')
}

/** A hash of the files that `hashOf` reads, by name, size and time. */
export function stateOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesOf)) {
    const { size, mtimeMs } = statSync(join(ROOT, file))
    hash.update(`${file}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

function filesOf(path) {
  const entry = statSync(join(ROOT, path), { throwIfNoEntry: false })
  if (!entry) return []
  return entry.isDirectory() ? filesBelow(path) : [path]
}

function filesBelow(folder) {
  if (folder === 'lib/db/generated' || /\b(dist|__pycache__)$/.test(folder)) return []
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return filesBelow(path)
      return /\.test\.tsx?$/.test(path) ? [] : [path]
    })
}
