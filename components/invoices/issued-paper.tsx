import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { Money } from '@/components/ui/money'
import { useDayText } from '@/components/ui/timestamp'
import type { IssuedPaperView } from '@/lib/invoices/issued-paper'
import type { InvoiceView } from '@/lib/payments/queries'
import {
  BillingAddress,
  ColorStrip,
  DueDate,
  Fact,
  From,
  Heading,
  Letterhead,
  Notes,
  Transfer,
} from './invoice-paper'
import { Line } from './invoice-totals'
import type { InvoiceFormProps } from './use-invoice-form'

/** The parts of an issued invoice that stay as they are: what each is called to screen readers, and why it stays. */
export const FIXED_PARTS = {
  customer: { label: 'Change the customer', title: 'The customer of a sent invoice can’t change' },
  facts: { label: 'Change number or currency', title: 'Number and currency of a sent invoice can’t change' },
  amounts: { label: 'Change items or amounts', title: 'Amounts of a sent invoice can’t change' },
} as const

export type FixedPart = keyof typeof FIXED_PARTS

type IssuedPaperProps = Pick<InvoiceFormProps, 'form'> & {
  invoice: InvoiceView
  paper: IssuedPaperView
  /** Called for a part that stays as it is. */
  onSelect: (part: FixedPart) => void
}

/** The invoice as the customer has it: fields where it can still be changed, in the places of `InvoicePaper`, and text elsewhere. */
export function IssuedPaper({ form, invoice, paper, onSelect }: IssuedPaperProps) {
  const { vendor, seller, billedTo, transfer } = paper
  const dayText = useDayText()
  return (
    <Card aria-label="Invoice" className="paper">
      <ColorStrip color={vendor.color} />
      <div className="space-y-8 px-4 pt-6 pb-8 sm:px-6 @2xl:px-10 @2xl:pt-9 @2xl:pb-12">
        <Letterhead vendor={vendor} />
        <div className="grid gap-x-10 gap-y-6 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_14rem]">
          <From seller={seller} isIssued />
          <div className="wrap-anywhere min-w-0 space-y-1">
            <Heading>Billed to</Heading>
            <FixedText part="customer" onSelect={onSelect}>
              <p className="font-semibold">{billedTo.name}</p>
              {billedTo.name !== invoice.email && <p>{invoice.email}</p>}
            </FixedText>
            <BillingAddress form={form} ownAddress={billedTo.address} />
            {billedTo.taxId && <p>Tax ID: {billedTo.taxId}</p>}
          </div>
          <div className="grid content-start gap-4 sm:grid-cols-2 @2xl:grid-cols-1">
            <FixedText part="facts" onSelect={onSelect} className="sm:col-span-2 @2xl:col-span-1">
              <dl className="grid grid-cols-2 gap-4">
                <Fact term="Invoice number">{invoice.number}</Fact>
                <Fact term="Issued on">{dayText(paper.issuedOn)}</Fact>
                <Fact term="Currency">{invoice.total.currency}</Fact>
              </dl>
            </FixedText>
            <DueDate form={form} isIssued />
          </div>
        </div>
        <div className="border-t pt-5">
          <Headline form={form} invoice={invoice} />
          <FixedText part="amounts" onSelect={onSelect}>
            <Items invoice={invoice} />
            <Totals invoice={invoice} reason={seller.noTaxReason} />
          </FixedText>
        </div>
        {transfer.length > 0 && <Transfer lines={transfer} />}
        <Notes form={form} seller={seller} />
      </div>
    </Card>
  )
}

type FixedTextProps = Pick<IssuedPaperProps, 'onSelect'> & {
  part: FixedPart
  className?: string
  children: ReactNode
}

/** Text with a button over it: a click or Enter says why it stays as it is, and what to do instead. */
function FixedText({ part, onSelect, className, children }: FixedTextProps) {
  return (
    <div className={classNames('relative', className)}>
      {children}
      <button
        type="button"
        onClick={() => onSelect(part)}
        className="absolute -inset-x-2 -inset-y-1 cursor-pointer rounded-lg border border-transparent hover:border-control-border"
      >
        <span className="sr-only">{FIXED_PARTS[part].label}</span>
      </button>
    </div>
  )
}

/** The total and when it is due, as the PDF says it. */
function Headline({ form, invoice }: Pick<IssuedPaperProps, 'form' | 'invoice'>) {
  const dueDate = form.watch('dueDate')
  const dayText = useDayText()
  return (
    <p className="pb-4 font-semibold text-lg">
      <Money value={invoice.paidSoFar ? invoice.amountDue : invoice.total} />
      {dueDate && ` due on ${dayText(dueDate)}`}
    </p>
  )
}

function Items({ invoice }: Pick<IssuedPaperProps, 'invoice'>) {
  return (
    <table aria-label="Items" className="w-full">
      <thead className="border-b text-[0.8125rem] text-muted-foreground *:*:py-2 *:*:font-normal">
        <tr>
          <th scope="col" className="text-left">
            Description
          </th>
          <th scope="col" className="hidden w-22 text-right @2xl:table-cell">
            Quantity
          </th>
          <th scope="col" className="hidden w-32 text-right @2xl:table-cell">
            Unit price
          </th>
          <th scope="col" className="w-32 text-right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {invoice.items.map(({ title, quantity, price, amount, tax }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of an invoice never change.
          <tr key={index} className="border-b align-top *:py-3 @2xl:*:py-4">
            <td className="wrap-anywhere">
              {title}
              {tax && <span className="block text-[0.8125rem] text-muted-foreground">{tax}</span>}
              <span className="tabular block text-[0.8125rem] text-muted-foreground @2xl:hidden">
                {quantity} × <Money value={price} />
              </span>
            </td>
            <td className="tabular hidden text-right @2xl:table-cell">{quantity}</td>
            <td className="hidden text-right @2xl:table-cell">
              <Money value={price} />
            </td>
            <td className="text-right">
              <Money value={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Totals({ invoice, reason }: Pick<IssuedPaperProps, 'invoice'> & { reason: string | null }) {
  const { sums, fee, vendorFee, total, paidSoFar, amountDue, untaxed } = invoice
  const why = untaxed ?? (sums.taxes.length === 0 ? reason : null)
  return (
    <div className="mt-4 ml-auto max-w-96">
      <dl className="space-y-2">
        <Line term="Subtotal" isKnown>
          <Money value={sums.subtotal} />
        </Line>
        {sums.discount && (
          <Line term={sums.discount.percent ? `Discount ${sums.discount.percent}%` : 'Discount'} isKnown>
            −<Money value={sums.discount.amount} />
          </Line>
        )}
        {sums.taxes.map(({ name, percent, isInclusive, amount }) => (
          <Line
            key={`${name} ${percent} ${isInclusive}`}
            term={`${name} ${percent}%`}
            {...(isInclusive ? { note: 'included' } : {})}
            isKnown
          >
            <Money value={amount} />
          </Line>
        ))}
        {!vendorFee && (
          <Line term="Fee" isKnown>
            <Money value={fee} />
          </Line>
        )}
        <Line term="Total" isKnown isStrong>
          <Money value={total} />
        </Line>
        {paidSoFar && (
          <>
            <Line term="Paid so far" isKnown>
              −<Money value={paidSoFar} />
            </Line>
            <Line term="Left to pay" isKnown isStrong>
              <Money value={amountDue} />
            </Line>
          </>
        )}
      </dl>
      {why && <p className="mt-3">{why}</p>}
    </div>
  )
}
