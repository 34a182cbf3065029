import { z } from 'zod'
import { database } from '@/lib/db/client'
import { walletBalances } from '@/lib/ledger/accounts'
import type { Account } from '@/lib/vendors/account'
import { balanceView, presentBalances } from './present-entry'

export const walletView = z.object({
  mode: z.enum(['test', 'live']),
  balances: z.array(balanceView),
})

export type WalletView = z.infer<typeof walletView>

/** The account's wallet in each currency. */
export async function readWallet({ id, mode }: Account): Promise<WalletView> {
  const wallets = await walletBalances(database(), id)
  return { mode, balances: presentBalances(wallets) }
}
