'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FirstList } from '@/lib/api/dashboard/list-query'
import type { StatementRow, WalletView } from '@/lib/api/dashboard/read-wallet'
import { walletQuery } from '@/lib/client/wallet'
import { Button } from '../ui/button'
import { PageHeader } from '../ui/page-header'
import { AddFundsDialog } from './add-funds-dialog'
import { StatementList } from './statement-list'
import { WalletBalances } from './wallet-balances'

type WalletPanelProps = {
  initial: WalletView
  first: FirstList<StatementRow>
  isBanned: boolean
}

export function WalletPanel({ initial, first, isBanned }: WalletPanelProps) {
  const { mode } = initial
  const { data: wallet } = useQuery({ ...walletQuery(mode), initialData: initial })
  const [isAdding, setAdding] = useState(false)
  const canAdd = mode === 'test' && !isBanned
  return (
    <div className="space-y-6">
      <PageHeader
        title="Wallet"
        action={canAdd && <Button onClick={() => setAdding(true)}>Add test funds</Button>}
      />
      <WalletBalances balances={wallet.balances} />
      <StatementList
        mode={mode}
        first={first}
        currencies={wallet.balances.map(({ currency }) => currency)}
        onAdd={canAdd ? () => setAdding(true) : null}
      />
      {canAdd && (
        <AddFundsDialog
          open={isAdding}
          onClose={() => setAdding(false)}
          currencies={wallet.balances.map(({ currency }) => currency)}
        />
      )}
    </div>
  )
}
