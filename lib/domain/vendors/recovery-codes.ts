import { randomInt } from 'node:crypto'
import type { Transaction } from '@/lib/db/transaction'
import { keyedHash } from '@/lib/secrets'

const RECOVERY_CODES = 10

/** Without i, l, o, u and their like: they are copied from paper. 30 letters to the tenth: 49 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const GROUP = 5

/**
 * Gives the vendor ten new recovery codes in place of all it had, and returns them, the only time that they
 * can be seen: what is kept are keyed hashes.
 */
export async function renewRecoveryCodes(tx: Transaction, vendorId: string): Promise<string[]> {
  // One at a time for each vendor: side by side, both would leave their ten.
  await tx.$queryRaw`SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid FOR UPDATE`
  await tx.vendorRecoveryCode.deleteMany({ where: { vendorId } })
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${group()}-${group()}`)
  await tx.vendorRecoveryCode.createMany({
    data: codes.map((code) => ({ vendorId, codeHash: hashOf(vendorId, code) })),
  })
  return codes
}

/** Uses a recovery code up; false for one that the vendor does not have, or has no more. */
export async function spendRecoveryCode(tx: Transaction, vendorId: string, code: string): Promise<boolean> {
  // The delete is the use: of two at the same moment, one finds the row.
  const { count } = await tx.vendorRecoveryCode.deleteMany({
    where: { vendorId, codeHash: hashOf(vendorId, code) },
  })
  return count === 1
}

export function countRecoveryCodes(tx: Transaction, vendorId: string): Promise<number> {
  return tx.vendorRecoveryCode.count({ where: { vendorId } })
}

function group(): string {
  return Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** However it is typed: with or without the dash, in either case. */
function hashOf(vendorId: string, code: string): Uint8Array<ArrayBuffer> {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return new Uint8Array(keyedHash('recovery-code', `${vendorId} ${letters}`))
}
