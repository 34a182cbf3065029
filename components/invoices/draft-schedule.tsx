'use client'

import { useRouter } from 'next/navigation'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useDayText } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import { useUnscheduleDraft } from './draft-queries'

type DraftScheduleProps = {
  mode: Mode
  id: string
  /** `YYYY-MM-DD`; null: a person sends it. */
  sendOn: string | null
  /** Why it was not sent on its day. */
  refusal: string | null
}

/** Says when the draft is sent by itself, or why it was not. */
export function DraftSchedule({ mode, id, sendOn, refusal }: DraftScheduleProps) {
  const router = useRouter()
  const toast = useToast()
  const dayText = useDayText()
  const unschedule = useUnscheduleDraft(mode)
  const cancel = useSingleFlight(async () => {
    try {
      await unschedule.mutateAsync(id)
      toast('Schedule canceled')
      router.refresh()
    } catch (error) {
      toast(failureMessage(error))
    }
  })
  if (refusal !== null) {
    return (
      <Notice kind="warning" title="This invoice wasn’t sent on the scheduled day">
        {refusal}. Send it now, or choose another day.
      </Notice>
    )
  }
  if (sendOn === null) return null
  return (
    <Notice title={`Scheduled for ${dayText(sendOn)}`}>
      <p>It will be sent at 8 in the morning, with your changes until then and the fee of that day.</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        pending={unschedule.isPending}
        onClick={cancel}
      >
        Cancel schedule
      </Button>
    </Notice>
  )
}
