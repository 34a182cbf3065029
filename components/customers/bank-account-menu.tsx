'use client'

import { Archive, ArchiveRestore, Ellipsis } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import type { BankAccountRow } from '@/lib/bank-accounts/bank-account'
import type { CustomerView } from '@/lib/home/customer-overview'

const ArchiveBankAccountDialog = dynamic(
  () => import('./archive-dialogs').then((module) => module.ArchiveBankAccountDialog),
  { ssr: false },
)

type BankAccountMenuProps = { customer: CustomerView; bankAccount: BankAccountRow; isArchived: boolean }

/** The actions of a bank account. */
export function BankAccountMenu({ customer, bankAccount, isArchived }: BankAccountMenuProps) {
  const [isAsking, setAsking] = useState(false)
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
          {
            kind: 'action',
            text: isArchived ? 'Unarchive bank account' : 'Archive bank account',
            icon: <Icon aria-hidden className="size-4" />,
            isDangerous: !isArchived,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      {isAsking && (
        <ArchiveBankAccountDialog
          customer={customer}
          bankAccount={bankAccount}
          isArchived={isArchived}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
