import { z } from 'zod'
import { inTransaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { findSigningSecrets } from '@/lib/domain/webhooks/find-signing-secrets'
import { rollWebhookSecret } from '@/lib/domain/webhooks/roll-webhook-secret'
import { RequestError } from '../errors'
import { sessionRead, sessionWrite } from './session-operation'

const HOUR_MS = 60 * 60 * 1000
const LONGEST_OVERLAP_HOURS = 72

/** The signing secret, on request: it is no part of any page. Who has seen it is recorded. */
export const revealSigningSecret = sessionRead(
  '/api/dashboard/webhooks/secret',
  async ({ vendor, account, address }) => {
    const action = 'webhook_secret.revealed'
    const { current, previous } = await inTransaction(async (tx) => {
      await recordAuditEvent(tx, { vendorId: vendor.id, accountId: account.id, action, address })
      return findSigningSecrets(tx, account.id)
    })
    return { status: 200, body: viewOf(current, previous?.expiresAt) }
  },
)

/** A new secret; the old one signs beside it for `overlapHours`, a day where that is not given. */
export const rollSigningSecret = sessionWrite(
  '/api/dashboard/webhooks/secret',
  async ({ vendor, account, body, address }) => {
    const hours = overlapOf(body.overlapHours)
    const action = 'webhook_secret.rolled'
    const detail = `The old one signs for ${hours} more hours`
    const secrets = await inTransaction(async (tx) => {
      await rollWebhookSecret(tx, account.id, hours * HOUR_MS)
      await recordAuditEvent(tx, { vendorId: vendor.id, accountId: account.id, action, detail, address })
      return findSigningSecrets(tx, account.id)
    })
    return { status: 200, body: viewOf(secrets.current, secrets.previous?.expiresAt) }
  },
)

function viewOf(secret: string, expiresAt: Date | undefined) {
  return { secret, previousSecretExpiresAt: expiresAt?.toISOString() ?? null }
}

function overlapOf(given: unknown): number {
  const hours = z.coerce
    .number()
    .int()
    .min(0)
    .max(LONGEST_OVERLAP_HOURS)
    .safeParse(String(given ?? 24))
  if (hours.success) return hours.data
  throw new RequestError(400, `The old secret signs for 0 to ${LONGEST_OVERLAP_HOURS} more hours`)
}
