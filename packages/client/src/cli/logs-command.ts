import { parseArgs } from 'node:util'
import type { Event } from '../generated/api.ts'
import { CONNECTION_OPTIONS, connect } from './connection.ts'
import { eventLine, latestCursor, matchesTypes, patternsOf } from './event-log.ts'
import { type Command, UsageError } from './terminal.ts'

const DEFAULT_LIMIT = 25

export const logsCommand: Command = {
  summary: 'Print the latest events of the account, and follow them',
  usage: `counterfoil logs [--follow] [--limit N] [--events TYPE,…] [--json] [--url URL] [--api-key KEY]

  --follow  goes on with new events until Ctrl-C
  --limit   how far to look back, in events (${DEFAULT_LIMIT})
  --events  types, or their beginnings: invoice,payout.failed
  --json    one event per line, whole`,
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: {
        ...CONNECTION_OPTIONS,
        follow: { type: 'boolean' },
        limit: { type: 'string' },
        events: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
    const { client } = connect(values, terminal)
    const limit = Number(values.limit ?? DEFAULT_LIMIT)
    if (!Number.isInteger(limit) || limit < 0) throw new UsageError('--limit is a number of events')
    const { out, signal } = terminal
    const patterns = patternsOf(values.events, terminal)
    const latest = await latestCursor(client, signal)
    const after = String(Math.max(0, Number(latest) - limit))
    const events: AsyncIterable<Event> = values.follow
      ? client.events.follow({ after }, { signal })
      : client.events.list({ after, limit: 100 }, { signal })
    for await (const event of events) {
      if (matchesTypes(event.type, patterns)) out(values.json ? JSON.stringify(event) : eventLine(event))
    }
    return 0
  },
}
