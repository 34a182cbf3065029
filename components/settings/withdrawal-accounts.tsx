'use client'
import { useMutation } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import { BankAccountDetails } from '@/components/customers/bank-account-name'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { lateDialog } from '@/components/ui/late-dialog'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Timestamp } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type {
  WithdrawalAccountRow,
  WithdrawalAccountsView,
} from '@/lib/bank-accounts/withdrawal-accounts-page'

const ConfirmDialog = lateDialog(() =>
  import('@/components/ui/confirm-dialog').then((module) => module.ConfirmDialog),
)

type WithdrawalAccountsProps = {
  view: WithdrawalAccountsView
  isOwner: boolean
  /** The card of automatic withdrawals, below the accounts. */
  children: ReactNode
}

/** The vendor's own bank accounts: where withdrawals go. */
export function WithdrawalAccounts({ view, isOwner, children }: WithdrawalAccountsProps) {
  const { mode, bankAccounts } = view
  const add = isOwner && (
    <Link href="/settings/withdrawals/new" className={buttonStyle({ variant: 'secondary', size: 'small' })}>
      Add bank account
    </Link>
  )
  return (
    <div data-narrow className="space-y-6">
      <PageHeader title="Withdrawals" description="Your own bank accounts, for money from your wallet" />
      <Card aria-labelledby="withdrawal-accounts" className="overflow-hidden">
        <CardHeader
          id="withdrawal-accounts"
          title="Your bank accounts"
          description={mode === 'live' ? 'A new account takes withdrawals after 24 hours' : undefined}
          action={bankAccounts.length > 0 && add}
        />
        {bankAccounts.length === 0 ? (
          <EmptyState Icon={Landmark} title="No bank account yet" action={add}>
            {isOwner
              ? 'Add a US bank account of your own to withdraw money from your wallet.'
              : 'The owner of your team can add a bank account to withdraw money to.'}
          </EmptyState>
        ) : (
          <ul>
            {bankAccounts.map((account) => (
              <WithdrawalAccount key={account.id} mode={mode} account={account} isOwner={isOwner} />
            ))}
          </ul>
        )}
      </Card>
      {children}
    </div>
  )
}

type WithdrawalAccountProps = {
  mode: WithdrawalAccountsView['mode']
  account: WithdrawalAccountRow
  isOwner: boolean
}

function WithdrawalAccount({ mode, account, isOwner }: WithdrawalAccountProps) {
  const router = useRouter()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const archive = useMutation({
    mutationFn: () =>
      requestJson(`/api/dashboard/withdrawal-accounts/${account.id}/archive?mode=${mode}`, {
        method: 'POST',
        body: {},
      }),
    onSuccess: () => {
      toast('Bank account archived')
      setAsking(false)
      router.refresh()
    },
  })
  return (
    <li className="space-y-2 border-t px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <BankAccountDetails account={account} />
          {account.waitsUntil && (
            <p className="text-[0.8125rem] text-muted-foreground">
              Takes withdrawals from <Timestamp at={account.waitsUntil} />
            </p>
          )}
        </div>
        {isOwner && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => setAsking(true)}
            aria-label={`Archive the account ending in ${account.last4}`}
          >
            Archive
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={`Archive ${account.bankName} •••• ${account.last4}?`}
          action="Archive bank account"
          pending={archive.isPending}
          error={archive.error && failureMessage(archive.error)}
          onConfirm={() => archive.mutate()}
        >
          It takes no withdrawals from now on, and scheduled ones to it are not sent. You can’t undo this:
          added again, it is a new account{mode === 'live' && ', and waits 24 hours'}.
        </ConfirmDialog>
      )}
    </li>
  )
}
