import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isDemoMade, noteDemoCreation } from '@/lib/db/instance'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { isDomainError } from '@/lib/errors'
import { now, setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'

const DEMO_EMAIL = 'demo@example.com'
const SIGNED_UP_DAYS_AGO = 61

const signInSchema = z.object({ email: z.string(), password: z.string() })

type SignIn = z.infer<typeof signInSchema>

/**
 * Creates the demo vendor on the first start with a generated password and returns its sign-in, which
 * DATA_DIR stores for later starts; null if another machine created it on the same database.
 */
export async function ensureDemo(): Promise<SignIn | null> {
  const signInFile = join(env.DATA_DIR, 'demo.json')
  if (await isDemoMade()) return readSignIn(signInFile)
  const signIn = readSignIn(signInFile) ?? {
    email: DEMO_EMAIL,
    password: randomBytes(9).toString('base64url'),
  }
  // Written first: a vendor with a lost password is worse than a password without a vendor.
  writeFileSync(signInFile, `${JSON.stringify(signIn)}\n`, { mode: 0o600 })
  try {
    // Imported late, because later starts don't need the domain.
    const { buildVendor } = await import('./builders')
    const { makeDemoData } = await import('./demo-data')
    const today = dayAfter(now(), 0)
    setClock(() => dayAfter(today, -SIGNED_UP_DAYS_AGO))
    const { id, test } = await buildVendor({ ...signIn, name: 'Northwind Studio' })
    setClock(null)
    await makeDemoData(id, test)
  } catch (error) {
    // An earlier start was interrupted while it created the data: the vendor exists, with less to show.
    if (!isDomainError(error, 'vendor_email_taken')) throw error
  } finally {
    setClock(null)
  }
  await inOrmTransaction(noteDemoCreation)
  return signIn
}

function readSignIn(file: string): SignIn | null {
  try {
    return signInSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
