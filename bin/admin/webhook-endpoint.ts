import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { inOrmTransaction } from '@/lib/db/transaction'
import { EVENT_TYPES } from '@/lib/events/event-types'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { DEFAULT_OVERLAP_HOURS, LONGEST_OVERLAP_HOURS } from '@/lib/webhooks/endpoint-body'
import { addEndpoint, rotateEndpointSecret, shownUrl, tellOfEndpoint } from '@/lib/webhooks/endpoints'
import { accountOfFlags, type Commands, operatorOf, textFlag, UsageError } from './command'

export const webhookEndpointCommands: Commands<'webhook-endpoint'> = {
  'webhook-endpoint create': {
    async run(flags) {
      const account = await accountOfFlags(flags)
      const url = textFlag(flags, 'url', URL_LENGTH)
      if (!isWebUrl(url)) throw new UsageError('--url must begin with https:// or http://')
      const eventTypes = typesOf(flags['event-types'])
      const description = flags.description === undefined ? null : textFlag(flags, 'description', 255)
      const { id, secret } = await inOrmTransaction(async (tx) => {
        const added = await addEndpoint(tx, account.id, { url, eventTypes, description })
        await recordAuditEvent(tx, {
          vendorId: account.vendorId,
          accountId: account.id,
          operator: operatorOf(flags),
          action: 'webhook_endpoint.added',
          subjectId: added.id,
          detail: shownUrl(url),
        })
        await tellOfEndpoint(tx, account, 'endpointAdded', url, { person: 'Operator' })
        return added
      })
      return { output: { webhook_endpoint_id: id, secret } }
    },
  },
  'webhook-endpoint rotate-secret': {
    async run(flags) {
      const account = await accountOfFlags(flags)
      const hours = Number(flags['overlap-hours'] ?? DEFAULT_OVERLAP_HOURS)
      if (!(Number.isInteger(hours) && hours >= 0 && hours <= LONGEST_OVERLAP_HOURS)) {
        throw new UsageError(`--overlap-hours must be a whole number from 0 to ${LONGEST_OVERLAP_HOURS}`)
      }
      const { id, secret } = await inOrmTransaction(async (tx) => {
        const endpointId = flags['webhook-endpoint-id'] ?? ''
        const rotated = await rotateEndpointSecret(tx, account.id, endpointId, hours)
        await recordAuditEvent(tx, {
          vendorId: account.vendorId,
          accountId: account.id,
          operator: operatorOf(flags),
          action: 'webhook_endpoint.secret_rotated',
          subjectId: rotated.id,
          detail: `${shownUrl(rotated.url)}: the old one signs for ${hours} more hours`,
        })
        return rotated
      })
      return { output: { webhook_endpoint_id: id, secret } }
    },
  },
}

function typesOf(text: string | undefined) {
  if (text === undefined) return null
  const names = text.split(',').map((name) => name.trim())
  const types = EVENT_TYPES.filter((type) => names.includes(type))
  if (types.length === 0 || types.length < new Set(names).size) {
    throw new UsageError(`--event-types must be some of ${EVENT_TYPES.join(',')}`)
  }
  return types
}
