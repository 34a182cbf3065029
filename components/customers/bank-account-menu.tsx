'use client'

import { Archive, ArchiveRestore, BadgeCheck, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-dialog'
import { Menu } from '@/components/ui/menu'
import type { BankAccountRow } from '@/lib/bank-accounts/bank-account'
import type { CustomerView } from '@/lib/home/customer-overview'

const ArchiveBankAccountDialog = lateDialog(() =>
  import('./archive-dialogs').then((module) => module.ArchiveBankAccountDialog),
)

const ConfirmBankAccountDialog = lateDialog(() =>
  import('./archive-dialogs').then((module) => module.ConfirmBankAccountDialog),
)

type BankAccountMenuProps = { customer: CustomerView; bankAccount: BankAccountRow; isArchived: boolean }

/** The actions of a bank account. */
export function BankAccountMenu({ customer, bankAccount, isArchived }: BankAccountMenuProps) {
  const [dialog, setDialog] = useState<'archive' | 'confirm' | null>(null)
  const Icon = isArchived ? ArchiveRestore : Archive
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Actions for the account ending in ${bankAccount.last4}`}
          >
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        }
        entries={[
          ...(bankAccount.needsConfirmation && !isArchived
            ? [
                {
                  kind: 'action' as const,
                  text: 'Confirm bank account',
                  icon: <BadgeCheck aria-hidden className="size-4" />,
                  onSelect: () => setDialog('confirm'),
                },
              ]
            : []),
          {
            kind: 'action',
            text: isArchived ? 'Unarchive bank account' : 'Archive bank account',
            icon: <Icon aria-hidden className="size-4" />,
            isDangerous: !isArchived,
            onSelect: () => setDialog('archive'),
          },
        ]}
      />
      {dialog === 'confirm' && (
        <ConfirmBankAccountDialog
          customer={customer}
          bankAccount={bankAccount}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'archive' && (
        <ArchiveBankAccountDialog
          customer={customer}
          bankAccount={bankAccount}
          isArchived={isArchived}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
