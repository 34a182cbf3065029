import { parseArgs } from 'node:util'
import { CONNECTION_OPTIONS, connect } from './connection.ts'
import { answerWords, forwardEvent, isForwarded } from './forward-event.ts'
import { FORWARD_OPTIONS, forwardSettings } from './listen-command.ts'
import { type Command, UsageError } from './terminal.ts'

export const resendCommand: Command = {
  summary: 'Deliver an event again, from the service or to a receiver on this machine',
  usage: `counterfoil resend EVENT_ID [--forward-to URL] [--as event|invoice] [--secret whsec_…] [--url URL] [--api-key KEY]

Without --forward-to, the service delivers the event again to every URL that it was sent to, and to the endpoints of
today that take its type.`,
  async run(args, terminal) {
    const options = { ...CONNECTION_OPTIONS, ...FORWARD_OPTIONS }
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [id] = positionals
    if (!id) throw new UsageError('Give the id of the event')
    const { client } = connect(values, terminal)
    const { out, signal } = terminal
    const target = forwardSettings(values, terminal)
    if (target) {
      const { deliveries, ...event } = (await client.events.get(id, { signal })).event
      if (!isForwarded(event, target.format))
        throw new UsageError(`No webhook of an invoice reports ${event.type}`)
      const answer = await forwardEvent(client, event, target, signal)
      out(answerWords(answer))
      return answer.status !== null && answer.status < 300 ? 0 : 1
    }
    const { event } = await client.events.redeliver(id, { signal })
    if (event.deliveries.length === 0)
      out('The event was sent to no URL, so there is nothing to deliver again')
    for (const { url, status } of event.deliveries) out(`${url}  ${status}`)
    return 0
  },
}
