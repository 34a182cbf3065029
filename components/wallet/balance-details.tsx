import { isAboveZero, Money } from '@/components/ui/money'
import { Timestamp } from '@/components/ui/timestamp'
import type { BalanceView } from '@/lib/wallet/present-entry'

/** Payouts go to banks in the United States. */
const PAYOUT_CURRENCY = 'USD'

/** A wallet's other amounts: on hold, held for payouts, and owed. Where nothing can be paid out, says what the money is for. */
export function BalanceDetails({ balance }: { balance: BalanceView }) {
  const { currency, pending, nextReleaseAt, held, owed } = balance
  const isPayable = currency === PAYOUT_CURRENCY
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
      {isPayable ? (
        <Line term="On hold for payouts" value={held} />
      ) : (
        <div>
          <dt className="sr-only">Use</dt>
          <dd className="text-muted-foreground">
            Used for refunds and disputes in {currency}. It can’t be paid out: payouts are in US dollars. To
            be paid in {currency} into your own bank account, let customers pay by bank transfer.
          </dd>
        </div>
      )}
      {isAboveZero(owed) && <Line term="Owed after refunds and disputes" value={owed} />}
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
