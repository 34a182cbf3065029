// Packs the client libraries and samples as the service offers them under /downloads: for npm as `npm pack` would, and for
// pip as a wheel and a source archive. Needs neither npm nor Python nor a network, and the same sources give the same bytes.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '..')
const CLIENT = join(ROOT, 'packages/client')
const PYTHON = join(ROOT, 'packages/python')
const SAMPLES = join(ROOT, 'packages/samples')
/** The time of every file in npm's own archives: 26 October 1985. */
const MTIME_SECONDS = 499_162_500
/** The same as a ZIP archive has it. */
const DOS_DATE = ((1985 - 1980) << 9) | (10 << 5) | 26
const DOS_TIME = 8 << 11

/** Compiles the npm package into a folder: ES modules, and CommonJS beside them. `run` runs a program to its end. */
export async function compileClient(folder, run) {
  rmSync(folder, { recursive: true, force: true })
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '-p', CLIENT, '--outDir', folder])
  const commonJs = join(folder, 'cjs')
  await run(process.execPath, [compiler, '-p', join(CLIENT, 'tsconfig.cjs.json'), '--outDir', commonJs])
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n')
}

/** Writes all packages and their checksums into a folder. */
export async function packClientsInto(folder, run) {
  const built = `${folder}.compiled`
  await compileClient(built, run)
  const { version } = readJson(join(CLIENT, 'package.json'))
  const npm = npmPackage(built)
  const files = {
    'counterfoil.tgz': npm,
    [`counterfoil-${version}.tgz`]: npm,
    [`counterfoil-${version}.tar.gz`]: pythonSources(version),
    [`counterfoil-${version}-py3-none-any.whl`]: pythonWheel(version),
    'counterfoil-samples.tgz': samples(),
  }
  rmSync(built, { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  const sums = Object.entries(files).map(([name, bytes]) => `${sha256(bytes, 'hex')}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

function npmPackage(built) {
  // What npm would run when it packs has been done.
  const { scripts, ...manifest } = readJson(join(CLIENT, 'package.json'))
  const texts = ['README.md', 'CHANGELOG.md'].map((name) => [name, readFileSync(join(CLIENT, name))])
  const entries = [
    ['package.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
    ...texts,
    ...filesBelow(built).map((name) => [`dist/${name}`, readFileSync(join(built, name))]),
  ]
  return tarGz('package', Object.fromEntries(entries), Object.values(manifest.bin))
}

function pythonSources(version) {
  const entries = ['pyproject.toml', 'README.md', ...pythonFiles()].map((name) => [
    name,
    readFileSync(join(PYTHON, name)),
  ])
  return tarGz(`counterfoil-${version}`, {
    'PKG-INFO': pythonMetadata(version),
    ...Object.fromEntries(entries),
  })
}

function pythonWheel(version) {
  const info = `counterfoil-${version}.dist-info`
  const entries = [
    ...pythonFiles().map((name) => [name, readFileSync(join(PYTHON, name))]),
    [`${info}/METADATA`, pythonMetadata(version)],
    [
      `${info}/WHEEL`,
      'Wheel-Version: 1.0\nGenerator: counterfoil\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ],
  ].map(([name, bytes]) => [name, Buffer.from(bytes)])
  const record = entries.map(
    ([name, bytes]) => `${name},sha256=${sha256(bytes, 'base64url')},${bytes.length}\n`,
  )
  return zip({
    ...Object.fromEntries(entries),
    [`${info}/RECORD`]: Buffer.from(`${record.join('')}${info}/RECORD,,\n`),
  })
}

function samples() {
  // What somebody ran in the folders stays there.
  const names = filesBelow(SAMPLES).filter((name) => !/(^|\/)(data|node_modules|__pycache__)\//.test(name))
  return tarGz(
    'counterfoil-samples',
    Object.fromEntries(names.map((name) => [name, readFileSync(join(SAMPLES, name))])),
  )
}

function pythonFiles() {
  return ['counterfoil/__init__.py', 'counterfoil/py.typed']
}

function pythonMetadata(version) {
  const project = readFileSync(join(PYTHON, 'pyproject.toml'), 'utf8')
  const fieldOf = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)?.[1]
  return Buffer.from(
    `Metadata-Version: 2.1\nName: counterfoil\nVersion: ${version}\nSummary: ${fieldOf('description')}\n` +
      `Requires-Python: ${fieldOf('requires-python')}\nDescription-Content-Type: text/markdown\n\n` +
      readFileSync(join(PYTHON, 'README.md'), 'utf8'),
  )
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function sha256(bytes, encoding) {
  return createHash('sha256').update(bytes).digest(encoding)
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

/** A compressed archive in the `ustar` format, whose names lie below `root`. */
function tarGz(root, files, programs = []) {
  const blocks = Object.entries(files).flatMap(([name, bytes]) => {
    const header = tarHeader(`${root}/${name}`, bytes.length, programs.includes(name) ? '0000755' : '0000644')
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 9 })
}

function tarHeader(name, size, mode) {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for the archive`)
  const header = Buffer.alloc(512)
  const octal = (value, digits) => value.toString(8).padStart(digits, '0')
  header.write(name, 0)
  header.write(mode, 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(MTIME_SECONDS, 11), 136)
  // The sum counts its own field as spaces.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\x00 `, 148)
  return header
}

function zip(files) {
  const parts = []
  const directory = []
  let offset = 0
  for (const [name, bytes] of Object.entries(files)) {
    const compressed = deflateRawSync(bytes, { level: 9 })
    // Version, flags, method, time, date, sum, both sizes, lengths of the name and of nothing more.
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt16LE(DOS_TIME, 6)
    fields.writeUInt16LE(DOS_DATE, 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(compressed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), compressed])
    // Comment, disk and attributes: a plain file that everybody may read.
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    const madeByUnix = Buffer.from([20, 3])
    directory.push(Buffer.from('PK\x01\x02'), madeByUnix, fields, rest, Buffer.from(name))
    parts.push(local)
    offset += local.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}
