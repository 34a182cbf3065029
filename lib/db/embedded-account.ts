import { execFile } from 'node:child_process'
import { chown, readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ServerBinaries } from './embedded-launch'

const run = promisify(execFile)
const ACCOUNT_NAME = 'postgres'

/** A command line and the user to run it as. */
interface AccountCommand {
  file: string
  args: string[]
  options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv }
}

/** The operating system user that the database server runs as. */
export interface ServerAccount {
  command(file: string, args: string[]): AccountCommand
  /** Makes the user the owner of a file or folder. */
  own(path: string): Promise<void>
}

// A clean environment: an inherited PGPORT, PGDATA or TZ would change the server.
const ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  NODE_ENV: 'production' as const,
}
const PLAIN_OPTIONS = { cwd: '/', env: ENVIRONMENT }

/**
 * The user to run the server as: the current one, or under root, which PostgreSQL refuses, the owner of the
 * data folder; for a new folder `postgres`, created if missing. Throws with instructions when that user can't
 * be created, or can't reach the programs or the data.
 */
export async function serverAccount(
  binaries: ServerBinaries,
  dataDir: string,
  dataFolder: string,
): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) {
    return { command: (file, args) => ({ file, args, options: PLAIN_OPTIONS }), own: async () => {} }
  }
  const ids = (await ownerOf(dataFolder)) ?? (await postgresUser())
  const own = (path: string) => chown(path, ids.uid, ids.gid)
  const direct: ServerAccount = {
    own,
    command: (file, args) => ({ file, args, options: { ...PLAIN_OPTIONS, ...ids } }),
  }
  // A clone under /root or in a folder of `mktemp -d` is closed to other users. The capability lets the
  // server, and nothing else, read our files without changing anyone's permissions.
  const through: ServerAccount = {
    own,
    command: (file, args) => ({
      file: 'setpriv',
      args: [
        `--reuid=${ids.uid}`,
        `--regid=${ids.gid}`,
        '--clear-groups',
        '--inh-caps=+dac_override',
        '--ambient-caps=+dac_override',
        // Without it the kernel ignores the capability in access(), which PostgreSQL uses to find its
        // programs.
        '--securebits=+no_setuid_fixup',
        file,
        ...args,
      ],
      options: PLAIN_OPTIONS,
    }),
  }
  for (const account of [direct, through]) {
    if (await canReach(account, binaries, dataDir)) return account
  }
  const closed = (await closedFolder(dirname(binaries.postgres))) ?? (await closedFolder(dataDir)) ?? dataDir
  throw new Error(
    `PostgreSQL can't run as root, and the user it runs as instead can't enter ${closed}. Run the service ` +
      `as an ordinary user, allow others to enter the folder (chmod o+x ${closed}), install util-linux ` +
      '(setpriv), or set DATABASE_URL to a PostgreSQL server of your own.',
  )
}

interface Ids {
  uid: number
  gid: number
}

async function ownerOf(folder: string): Promise<Ids | null> {
  const owner = await stat(folder).catch(() => null)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : null
}

async function postgresUser(): Promise<Ids> {
  const user = await findUser()
  if (user) return user
  // Debian and Red Hat have useradd, Alpine's busybox has adduser.
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', ACCOUNT_NAME]],
    ['adduser', ['-S', '-D', '-H', '-s', '/bin/false', ACCOUNT_NAME]],
  ]
  for (const [file, args] of attempts) {
    try {
      await run(file, args, PLAIN_OPTIONS)
    } catch {
      continue
    }
    const newUser = await findUser()
    if (newUser) return newUser
  }
  throw new Error(
    `PostgreSQL can't run as root, and the user "${ACCOUNT_NAME}" could not be made. Add a system user ` +
      `named ${ACCOUNT_NAME}, run the service as an ordinary user, or set DATABASE_URL.`,
  )
}

async function findUser(): Promise<Ids | null> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const fields = lines.map((line) => line.split(':')).find(([name]) => name === ACCOUNT_NAME)
  if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  try {
    // A user from a directory service is not in /etc/passwd.
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, ACCOUNT_NAME], PLAIN_OPTIONS)).stdout)),
    )
    return uid !== undefined && gid !== undefined ? { uid, gid } : null
  } catch {
    return null
  }
}

/** Tests access by trying: permissions, access lists and mount options all matter. */
async function canReach(account: ServerAccount, binaries: ServerBinaries, dataDir: string): Promise<boolean> {
  const script = '"$1" --show --pgdata="$2" && test -x "$2"'
  const paths = [binaries.initdb, dataDir]
  const { file, args, options } = account.command('/bin/sh', ['-c', script, 'sh', ...paths])
  try {
    await run(file, args, options)
    return true
  } catch {
    return false
  }
}

/** The topmost folder on the path that other users can't enter. */
async function closedFolder(path: string): Promise<string | null> {
  const parent = dirname(resolve(path))
  const above = parent === path ? null : await closedFolder(parent)
  if (above) return above
  const othersMayEnter = 0o001
  const { mode } = await stat(path)
  return mode & othersMayEnter ? null : path
}
