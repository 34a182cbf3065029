import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { storedLogo } from './branding'
import { decodePicture } from './decode-picture'

/** The worker waits for a batch to end before it stops. */
const LOGOS_A_TURN = 10

/**
 * Re-encodes logos that an earlier version stored as uploaded; documents omit them until then. One that can't
 * be decoded is removed, with an entry in the vendor's audit log.
 */
export async function reencodeOldLogos(): Promise<void> {
  const logos = await database().vendorLogo.findMany({ where: { isReencoded: false }, take: LOGOS_A_TURN })
  for (const { vendorId, digest, bytes } of logos) {
    const logo = await reencoded(bytes)
    await inTransaction(async (tx) => {
      // By digest, so that a logo uploaded meanwhile stays.
      const where = { vendorId, digest, isReencoded: false }
      if (logo) return tx.vendorLogo.updateMany({ where, data: logo })
      const { count } = await tx.vendorLogo.deleteMany({ where })
      const detail = 'Logo removed: it could not be read'
      if (count) await recordAuditEvent(tx, { vendorId, action: 'branding.changed', detail, address: null })
    })
  }
}

async function reencoded(bytes: Uint8Array) {
  try {
    return storedLogo(await decodePicture(bytes))
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
