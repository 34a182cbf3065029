import { parseArgs } from 'node:util'
import { newSecret } from '../exam/examiner.ts'
import { CONNECTION_OPTIONS, connect } from './connection.ts'
import { eventLine, latestCursor, matchesTypes, patternsOf } from './event-log.ts'
import { answerWords, formatOf, forwardEvent, isForwarded } from './forward-event.ts'
import { type Command, type Terminal, UsageError } from './terminal.ts'

export const FORWARD_OPTIONS = {
  'forward-to': { type: 'string' },
  secret: { type: 'string' },
  as: { type: 'string' },
} as const

type ForwardFlags = {
  'forward-to'?: string | undefined
  secret?: string | undefined
  as?: string | undefined
}

/** The receiver to forward events to, with its format and secret; null without a receiver. */
export function forwardSettings(flags: ForwardFlags, { env, err }: Terminal) {
  const url = flags['forward-to']
  if (url === undefined) return null
  if (!URL.canParse(url)) throw new UsageError('--forward-to is the URL of your receiver')
  const format = formatOf(flags.as, 'event')
  const ownSecret = flags.secret ?? env.COUNTERFOIL_WEBHOOK_SECRET
  const secret = ownSecret ?? newSecret()
  if (!ownSecret)
    err(`Signed with ${secret}: your receiver verifies with this secret until this command ends`)
  return { url, secret, format }
}

export const listenCommand: Command = {
  summary: 'Show events as they happen, and forward them to a receiver on this machine',
  usage: `counterfoil listen [--forward-to URL] [--events TYPE,…] [--as event|invoice] [--secret whsec_…]
                  [--since CURSOR] [--url URL] [--api-key KEY]

Reads the events of the account as they happen, so your receiver needs no public address, and prints each with the
answer. Deliveries carry the headers of real ones, signed with a secret of this command, or yours.

  --forward-to  the receiver
  --events      types, or their beginnings: invoice,payout.failed
  --as          event: as an endpoint of the account gets them; invoice: as an invoice's webhook_url does
  --secret      the secret to sign with (or COUNTERFOIL_WEBHOOK_SECRET)
  --since       the number of the last event that you have seen; else only new events count`,
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: {
        ...CONNECTION_OPTIONS,
        ...FORWARD_OPTIONS,
        events: { type: 'string' },
        since: { type: 'string' },
      },
    })
    const { client } = connect(values, terminal)
    const { out, err, signal } = terminal
    if (values.since !== undefined && !/^\d+$/.test(values.since)) {
      throw new UsageError('--since is the number of an event, or 0')
    }
    const target = forwardSettings(values, terminal)
    const patterns = patternsOf(values.events, terminal)
    const after = values.since ?? (await latestCursor(client, signal))
    err(`Listening from event ${after} on. Press Ctrl-C to end`)
    for await (const event of client.events.follow({ after }, { signal })) {
      if (!matchesTypes(event.type, patterns)) continue
      if (!target) out(eventLine(event))
      else if (isForwarded(event, target.format)) {
        out(`${eventLine(event)}  → ${answerWords(await forwardEvent(client, event, target, signal))}`)
      }
    }
    return 0
  },
}
