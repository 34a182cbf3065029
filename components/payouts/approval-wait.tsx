import { Timestamp } from '@/components/ui/timestamp'

/** Says from when the reader may approve payouts, in place of the button. */
export function ApprovalWait({ from }: { from: string }) {
  return (
    <p className="text-[0.8125rem] text-muted-foreground">
      You joined or changed roles recently. You can approve payouts from <Timestamp at={from} />.
    </p>
  )
}
