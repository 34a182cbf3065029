import { formatDecimal } from '@/lib/decimals'
import { Card } from '../ui/card'
import { classNames } from '../ui/class-names'
import { Money } from '../ui/money'

type DraftTotalsProps = {
  currency: string
  exponent: number
  /** Minor units; null where nothing can be told yet. */
  subtotalMinor: bigint | null
  feeMinor: bigint | null
  totalMinor: bigint | null
  feeTerms: string
}

/** What the buyer will pay, while it is typed. */
export function DraftTotals(props: DraftTotalsProps) {
  const { currency, exponent, subtotalMinor, feeMinor, totalMinor, feeTerms } = props
  const amount = (minor: bigint | null) => ({ amount: formatDecimal(minor ?? 0n, exponent), currency })
  return (
    <Card aria-label="Total" className="px-4 py-4 sm:px-5 lg:sticky lg:top-12">
      <dl className="space-y-2">
        <Line term="Subtotal" isKnown={subtotalMinor !== null}>
          <Money value={amount(subtotalMinor)} />
        </Line>
        <Line term="Fee" note={feeTerms} isKnown={feeMinor !== null}>
          <Money value={amount(feeMinor)} />
        </Line>
        <Line term="Your customer pays" isKnown={totalMinor !== null} isStrong>
          <Money value={amount(totalMinor)} />
        </Line>
      </dl>
      <p className="mt-3 text-[0.8125rem] text-muted-foreground">
        Once it is paid, the subtotal is yours; the fee is paid by your customer on top.
      </p>
    </Card>
  )
}

type LineProps = {
  term: string
  note?: string
  isKnown: boolean
  isStrong?: boolean
  children: React.ReactNode
}

function Line({ term, note, isKnown, isStrong, children }: LineProps) {
  return (
    <div
      className={classNames(
        'flex items-baseline justify-between gap-4',
        isStrong && 'border-t pt-2 font-semibold',
      )}
    >
      <dt>
        {term}
        {note && <span className="ml-1.5 text-[0.8125rem] text-muted-foreground">{note}</span>}
      </dt>
      <dd
        {...(isStrong ? { 'aria-live': 'polite' } : {})}
        className={classNames(!isKnown && 'text-muted-foreground')}
      >
        {children}
      </dd>
    </div>
  )
}
