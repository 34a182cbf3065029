import { parseArgs } from 'node:util'
import type { WebhookEndpoint } from '../generated/api.ts'
import { CONNECTION_OPTIONS, connect } from './connection.ts'
import { type Command, UsageError } from './terminal.ts'

type EventTypes = NonNullable<WebhookEndpoint['event_types']>

export const endpointsCommand: Command = {
  summary: 'List webhook endpoints, add one or rotate its secret',
  usage: `counterfoil endpoints [--url URL] [--api-key KEY]
       counterfoil endpoints add ENDPOINT_URL [--events TYPE,…] [--description TEXT]
       counterfoil endpoints rotate ID [--overlap-hours N]

add and rotate print the secret alone on standard output, once: COUNTERFOIL_WEBHOOK_SECRET=$(counterfoil endpoints add …)

  --events         the types that it gets, such as invoice.paid,payout.failed; else all
  --overlap-hours  how long the old secret signs too, from 0 to 72 (24)`,
  async run(args, terminal) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...CONNECTION_OPTIONS,
        events: { type: 'string' },
        description: { type: 'string' },
        'overlap-hours': { type: 'string' },
      },
    })
    const [verb, subject] = positionals
    const { client } = connect(values, terminal)
    const { out, err, signal } = terminal
    if (verb === undefined) {
      const { webhook_endpoints } = await client.events.listWebhookEndpoints({ signal })
      for (const endpoint of webhook_endpoints) out(endpointLine(endpoint))
      return 0
    }
    if (!subject)
      throw new UsageError(verb === 'add' ? 'Give the URL of the endpoint' : 'Give the id of the endpoint')
    if (verb === 'add') {
      // Names that there are not are refused by the service, which knows them best.
      const event_types = (values.events?.split(',') as EventTypes | undefined) ?? null
      const fields = { url: subject, event_types, description: values.description ?? null }
      const { webhook_endpoint } = await client.events.addWebhookEndpoint(fields, { signal })
      err(endpointLine(webhook_endpoint))
      out(webhook_endpoint.secret)
      return 0
    }
    if (verb !== 'rotate') throw new UsageError(`There is no ${verb}: add or rotate`)
    const hours = values['overlap-hours']
    const { webhook_endpoint } = await client.events.rotateWebhookEndpointSecret(
      subject,
      hours === undefined ? {} : { overlap_hours: Number(hours) },
      { signal },
    )
    err(endpointLine(webhook_endpoint))
    out(webhook_endpoint.secret)
    return 0
  },
}

function endpointLine({ id, url, status, event_types }: WebhookEndpoint): string {
  return [id, status, url, event_types?.join(',') ?? 'all events'].join('  ')
}
