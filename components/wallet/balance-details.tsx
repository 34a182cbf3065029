import { Money } from '@/components/ui/money'
import { Timestamp } from '@/components/ui/timestamp'
import type { BalanceView } from '@/lib/wallet/present-entry'

/** A wallet's other amounts: on hold, held for payouts, and owed. */
export function BalanceDetails({ balance }: { balance: BalanceView }) {
  const { pending, nextReleaseAt, held, owed } = balance
  return (
    <dl className="mt-3 space-y-1 border-t pt-3 text-[0.8125rem]">
      {nextReleaseAt && (
        <Line
          term={
            <>
              On hold, next available <Timestamp at={nextReleaseAt} />
            </>
          }
          value={pending}
        />
      )}
      <Line term="On hold for payouts" value={held} />
      {/[1-9]/.test(owed.amount) && <Line term="Owed after refunds and disputes" value={owed} />}
    </dl>
  )
}

function Line({ term, value }: { term: React.ReactNode; value: BalanceView['held'] }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted-foreground">{term}</dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
}
