'use client'

import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import { Button } from '../ui/button'
import { useToast } from '../ui/toast'
import { useRedeliver } from './webhook-queries'

type RedeliverButtonProps = { mode: Mode; id: string; size?: 'small' | 'medium' }

/** Makes a delivery again now, whatever its status. */
export function RedeliverButton({ mode, id, size = 'medium' }: RedeliverButtonProps) {
  const redeliver = useRedeliver(mode)
  const toast = useToast()
  const send = useSingleFlight(async () => {
    try {
      await redeliver.mutateAsync(id)
      toast('Redelivery started')
    } catch (error) {
      toast(failureMessage(error))
    }
  })
  return (
    <Button
      variant="secondary"
      size={size}
      pending={redeliver.isPending}
      {...(size === 'small' ? { 'aria-label': `Redeliver ${id}` } : {})}
      onClick={send}
    >
      Redeliver
    </Button>
  )
}
