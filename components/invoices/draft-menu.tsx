'use client'

import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction, useSingleFlight } from '@/components/forms/send-once'
import { mayLeave } from '@/components/forms/unsaved-guard'
import { Button } from '@/components/ui/button'
import { LateConfirmDialog } from '@/components/ui/late-dialog'
import { Menu } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import { useDeleteDraft, useDuplicate } from './draft-queries'

type DraftMenuProps = {
  mode: Mode
  id: string
  /** Of the form: one that is deleted must not save itself again. */
  saves: { hold: () => Promise<unknown>; resume: () => void; end: () => void }
}

/** The other actions of a draft. */
export function DraftMenu({ mode, id, saves }: DraftMenuProps) {
  const [isAsking, setAsking] = useState(false)
  const router = useRouter()
  const toast = useToast()
  const duplicate = useDuplicate(mode)
  const remove = useDeleteDraft(mode)
  const copy = useSingleFlight(async () => {
    if (!(await mayLeave())) return
    try {
      const { id: copied } = await duplicate.mutateAsync({ kind: 'invoice-drafts', id })
      toast('Draft duplicated')
      router.push(`/invoices/drafts/${copied}`)
    } catch (error) {
      toast(failureMessage(error))
    }
  })
  const confirm = useDialogAction(async () => {
    await saves.hold()
    try {
      await remove.mutateAsync(id)
    } catch (error) {
      saves.resume()
      throw error
    }
    saves.end()
    toast('Draft deleted')
    router.push('/invoices/drafts')
  })
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
            text: 'Duplicate',
            icon: <Copy aria-hidden className="size-4" />,
            onSelect: copy,
          },
          {
            kind: 'action',
            text: 'Delete draft',
            icon: <Trash2 aria-hidden className="size-4" />,
            isDangerous: true,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      {isAsking && (
        <LateConfirmDialog
          open
          onOpenChange={() => setAsking(false)}
          title="Delete this draft?"
          action="Delete draft"
          pending={remove.isPending || remove.isSuccess}
          error={remove.error && failureMessage(remove.error)}
          onConfirm={confirm}
        >
          Nobody but your team has seen it. This can’t be undone.
        </LateConfirmDialog>
      )}
    </>
  )
}
