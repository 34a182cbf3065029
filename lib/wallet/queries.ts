import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { walletBalances } from '@/lib/ledger/accounts'
import { findAccount } from '@/lib/vendors/account'
import { balanceView, presentBalances } from './present-entry'

export const walletView = z.object({
  mode: z.enum(['test', 'live']),
  balances: z.array(balanceView),
})

export type WalletView = z.infer<typeof walletView>

/** The vendor's wallet in each currency. */
export async function readWallet(vendorId: string, mode: Mode): Promise<WalletView> {
  const account = await findAccount(database(), vendorId, mode)
  const wallets = await walletBalances(database(), account.id)
  return { mode, balances: presentBalances(wallets) }
}
