import type { ReactNode } from 'react'
import { Money, type MoneyValue } from '@/components/ui/money'
import { type InvoiceFormProps, useTypedInvoice } from './use-invoice-form'

type InvoiceBarProps = InvoiceFormProps & {
  /** An error message. It stands beside the buttons, because the top of the form may be out of sight. */
  notices?: ReactNode
  /** Buttons. */
  children: ReactNode
}

/** Stays below the invoice: what it comes to, and what to do with it. */
export function InvoiceBar({ form, terms, notices, children }: InvoiceBarProps) {
  const { money, amounts } = useTypedInvoice({ form, terms })
  const { baseMinor, vendorFeeMinor } = amounts
  return (
    <SumBar
      total={money(amounts.totalMinor)}
      received={money(baseMinor && baseMinor - (vendorFeeMinor ?? 0n))}
      notices={notices}
    >
      {children}
    </SumBar>
  )
}

type SumBarProps = Pick<InvoiceBarProps, 'notices' | 'children'> & {
  total: MoneyValue
  /** Null where the total is a part of what the vendor gets. */
  received: MoneyValue | null
}

/** The same for amounts that are known. */
export function SumBar({ total, received, notices, children }: SumBarProps) {
  return (
    <div className="stays-below z-10 -mx-4 space-y-3 border-t bg-background px-4 py-3 sm:-mx-6 sm:px-6">
      {notices}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <span className="block sm:inline">Your customer pays</span>{' '}
          <Money value={total} className="font-semibold" />
          {received && (
            <span className="hidden text-[0.8125rem] text-muted-foreground sm:block">
              You receive <Money value={received} />
            </span>
          )}
        </p>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </div>
  )
}
