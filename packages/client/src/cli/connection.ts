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

type Given = { url?: string | undefined; 'api-key'?: string | undefined }

function connectionSettings(given: Given, { env }: Terminal): Settings {
  const baseUrl = given.url ?? env.COUNTERFOIL_URL
  const apiKey = given['api-key'] ?? env.COUNTERFOIL_API_KEY
  if (!baseUrl || !URL.canParse(baseUrl)) {
    throw new UsageError('Set COUNTERFOIL_URL, or give --url: the address of the installation')
  }
  if (!apiKey) throw new UsageError('Set COUNTERFOIL_API_KEY, or give --api-key')
  return { baseUrl, apiKey }
}

export function connect(given: Given, terminal: Terminal) {
  const settings = connectionSettings(given, terminal)
  return { ...settings, client: new Counterfoil(settings), send: createSend(settings) }
}
