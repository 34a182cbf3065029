'use client'

import { Archive, ArchiveRestore, Copy, Ellipsis, Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { writeToClipboard } from '@/components/ui/copy-button'
import { lateDialog } from '@/components/ui/late-dialog'
import { Menu, type MenuEntry } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { CustomerView } from '@/lib/home/customer-overview'
import { useSendPortalLink } from './customer-queries'

const ArchiveCustomerDialog = lateDialog(() =>
  import('./archive-dialogs').then((module) => module.ArchiveCustomerDialog),
)

/** The other actions of a customer. */
export function CustomerMenu({ customer }: { customer: CustomerView }) {
  const [isAsking, setAsking] = useState(false)
  const isArchived = customer.archivedAt !== null
  const portalEntries = usePortalEntries(customer)
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
          ...portalEntries,
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

/** The customer’s way into the portal, unless it is closed to them. */
function usePortalEntries({ id, mode, email, portalUrl, archivedAt }: CustomerView): MenuEntry[] {
  const toast = useToast()
  const router = useRouter()
  const { mutateAsync } = useSendPortalLink(mode, id)
  const send = useSingleFlight(async () => {
    try {
      const { keptBecause } = await mutateAsync()
      toast(keptBecause ? `Email kept in the mailbox: ${keptBecause}` : `Portal link sent to ${email}`)
      router.refresh()
    } catch (error) {
      toast(failureMessage(error))
    }
  })
  if (portalUrl === null || archivedAt !== null) return []
  const copy = async () => {
    toast((await writeToClipboard(portalUrl)) ? 'Portal link copied' : 'Could not copy the portal link')
  }
  return [
    {
      kind: 'action',
      text: 'Send portal link',
      icon: <Send aria-hidden className="size-4" />,
      onSelect: () => void send(),
    },
    {
      kind: 'action',
      text: 'Copy portal link',
      icon: <Copy aria-hidden className="size-4" />,
      onSelect: () => void copy(),
    },
  ]
}
