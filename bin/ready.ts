import { setTimeout as delay } from 'node:timers/promises'
import { styleText } from 'node:util'
import { env } from '@/lib/env'
import { isLocalInstallation, listenAddresses } from '@/lib/http/listen-addresses'
import { log } from '@/lib/log'

const LOOK_MS = 50
const ANSWER_MS = 5000
const HINT_EVERY_MS = 30_000

/** Waits until the service reports that it is healthy; false if it is stopped before. */
export async function becomesReady(stopped: AbortSignal): Promise<boolean> {
  let hintAt = Date.now() + HINT_EVERY_MS
  while (!stopped.aborted) {
    const answer = await askHealth(stopped)
    if (answer === null) return true
    if (Date.now() > hintAt) {
      log.warn({ answer }, 'still waiting for the service to become ready')
      hintAt = Date.now() + HINT_EVERY_MS
    }
    await delay(LOOK_MS)
  }
  return false
}

/** The host at which this machine reaches the web process. */
function ownHost(): string {
  const [address = '0.0.0.0'] = listenAddresses()
  if (address === '0.0.0.0' || address === '::') return '127.0.0.1'
  return address.includes(':') ? `[${address}]` : address
}

/** Describes the unhealthy parts for a person; null if all are well. */
async function askHealth(stopped: AbortSignal): Promise<string | null> {
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS)])
    const response = await fetch(`http://${ownHost()}:${env.PORT}/api/health`, { signal })
    const text = await response.text()
    return response.ok ? null : `${response.status} ${text.slice(0, 500)}`
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
}

const OPEN_TO_OTHERS = 'this machine only; set BIND=0.0.0.0 and PUBLIC_URL to open it to others'

export interface SignIn {
  email: string
  password: string
}

/** The API key and webhook secret of a twin's vendor. */
interface TwinFacts {
  key?: string
  webhookSecret?: string
}

/** Tells a person where the service is, how to sign in, where its data is and how to stop it. */
export function welcome(signIn: SignIn | null, { key, webhookSecret }: TwinFacts = {}): void {
  const lines = [
    ['Open', env.PUBLIC_URL],
    ...(signIn ? [['Sign in', `${signIn.email}  password  ${signIn.password}`]] : []),
    ['API', `${env.PUBLIC_URL}/docs`],
    ...(key ? [['API key', key]] : [['Data', env.DATA_DIR]]),
    ...(webhookSecret ? [['Secret', webhookSecret]] : []),
    ...(key ? [['Control', `http://127.0.0.1:${env.TWIN_CONTROL_PORT}/twin`]] : []),
    ...(isLocalInstallation() ? [['Network', OPEN_TO_OTHERS]] : []),
    ['Stop', 'Ctrl-C'],
  ].map(([name = '', value = '']) => `    ${styleText('dim', name.padEnd(8))} ${value}`)
  process.stdout.write(`\n  Counterfoil is ready\n\n${lines.join('\n')}\n\n`)
}
