'use client'

import { Archive, ArchiveRestore, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lateDialog } from '@/components/ui/late-dialog'
import { Menu } from '@/components/ui/menu'
import type { CustomerView } from '@/lib/home/customer-overview'

const ArchiveCustomerDialog = lateDialog(() =>
  import('./archive-dialogs').then((module) => module.ArchiveCustomerDialog),
)

/** The other actions of a customer. */
export function CustomerMenu({ customer }: { customer: CustomerView }) {
  const [isAsking, setAsking] = useState(false)
  const isArchived = customer.archivedAt !== null
  const Icon = isArchived ? ArchiveRestore : Archive
  return (
    <>
      <Menu
        trigger={
          <Button variant="secondary" size="icon" aria-label="More actions">
            <Ellipsis aria-hidden className="size-4" />
          </Button>
        }
        entries={[
          {
            kind: 'action',
            text: isArchived ? 'Unarchive customer' : 'Archive customer',
            icon: <Icon aria-hidden className="size-4" />,
            isDangerous: !isArchived,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      {isAsking && <ArchiveCustomerDialog customer={customer} onClose={() => setAsking(false)} />}
    </>
  )
}
