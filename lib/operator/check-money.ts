import { database, type Orm } from '@/lib/db/client'
import { log } from '@/lib/log'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { readShortfalls } from './money'

/**
 * Compares what wallets promise with what the live providers hold, and keeps what is missing for the health page and the
 * metric; for every ten minutes. While a provider doesn't tell its balance, the latest finding stays.
 */
export async function checkMoney(read = readShortfalls): Promise<void> {
  const shortfalls = await read()
  if (shortfalls === null) return
  for (const { currency, missingMinor, promisedMinor, balanceMinor } of shortfalls) {
    const fields = {
      currency,
      promised: formatMajor(promisedMinor, currency),
      held: formatMajor(balanceMinor, currency),
    }
    log.error(fields, 'wallets promise more than the providers hold')
    const finding = { missingMinor, checkedAt: now() }
    await database().moneyCheck.upsert({
      where: { currency },
      create: { currency, ...finding },
      update: finding,
    })
  }
  await database().moneyCheck.updateMany({
    where: { currency: { notIn: shortfalls.map(({ currency }) => currency) } },
    data: { missingMinor: 0n, checkedAt: now() },
  })
}

/** The shortfall in each currency at the latest check; zero where there is none any more. */
export function latestShortfalls(tx: Orm) {
  return tx.moneyCheck.findMany({ orderBy: { currency: 'asc' } })
}
