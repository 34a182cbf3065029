import { Counterfoil } from '../client.ts'
import { createSend, type Settings } from '../send.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** The flags of every command that talks to an installation. */
export const CONNECTION_OPTIONS = {
  url: { type: 'string' },
  'api-key': { type: 'string' },
} as const

/** For the help of these commands. */
export const CONNECTION_HELP =
  'COUNTERFOIL_URL and COUNTERFOIL_API_KEY say which installation and account. --url and --api-key do the same for one\ncommand, but other users of the machine can read its command line: keep a live key in the variable.'

type ConnectionFlags = { url?: string | undefined; 'api-key'?: string | undefined }

function connectionSettings(flags: ConnectionFlags, { env }: Terminal): Settings {
  const baseUrl = flags.url ?? env.COUNTERFOIL_URL
  const apiKey = flags['api-key'] ?? env.COUNTERFOIL_API_KEY
  if (!baseUrl || !/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new UsageError(
      'Set COUNTERFOIL_URL, or give --url: the address of the installation, such as http://localhost:3000',
    )
  }
  if (!apiKey) throw new UsageError('Set COUNTERFOIL_API_KEY, or give --api-key')
  return { baseUrl, apiKey }
}

export function connect(flags: ConnectionFlags, terminal: Terminal) {
  const settings = connectionSettings(flags, terminal)
  return { ...settings, client: new Counterfoil(settings), send: createSend(settings) }
}
