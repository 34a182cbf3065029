import type { PaymentItemView, PaymentPageView } from '@/lib/api/read-payment-page'
import { Money } from '../ui/money'
import { Timestamp } from '../ui/timestamp'

/** More lines than this are folded away, so that the form stays near. */
const ITEMS_SHOWN = 5

/** What the buyer pays for: the total first, then how it comes about. */
export function InvoiceSummary({ page }: { page: PaymentPageView }) {
  return (
    <section aria-label="Summary">
      <p className="text-muted-foreground">
        <span className="sr-only">Invoice from </span>
        <span className="break-words font-medium text-foreground">{page.vendorName}</span>
      </p>
      <h1 className="mt-2 font-semibold text-3xl tracking-tight">
        <span className="sr-only">{page.state === 'paid' ? 'Paid' : 'To pay'}: </span>
        <Money value={page.total} />
      </h1>
      <p className="mt-1 text-muted-foreground">
        {page.hasFee && (
          <>
            Includes a fee of <Money value={page.fee} />
          </>
        )}
        {page.hasFee && page.state !== 'paid' && <span aria-hidden> · </span>}
        {page.state !== 'paid' && <DueDate page={page} />}
      </p>
      <ItemList items={page.items} />
      <dl className="mt-3 space-y-1.5 border-t pt-3">
        <Line label="Subtotal" value={page.base} />
        {page.hasFee && <Line label="Fee" value={page.fee} />}
        <Line label="Total" value={page.total} isTotal />
      </dl>
    </section>
  )
}

function DueDate({ page }: { page: PaymentPageView }) {
  return (
    <span className={page.isOverdue ? 'font-medium text-warning' : undefined}>
      {page.isOverdue ? 'Was due ' : 'Due '}
      <Timestamp at={page.dueDate} />
    </span>
  )
}

function ItemList({ items }: { items: PaymentItemView[] }) {
  const list = (
    <ul className="space-y-2.5">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their order never changes.
        <Item key={index} item={item} />
      ))}
    </ul>
  )
  if (items.length <= ITEMS_SHOWN) return <div className="mt-6">{list}</div>
  return (
    <details className="mt-6">
      <summary className="cursor-pointer font-medium text-accent-text">{items.length} items</summary>
      <div className="mt-3">{list}</div>
    </details>
  )
}

function Item({ item }: { item: PaymentItemView }) {
  return (
    <li className="flex justify-between gap-4">
      <span className="min-w-0">
        <span className="block break-words">{item.title}</span>
        {item.quantity !== '1' && (
          <span className="tabular block text-[0.8125rem] text-muted-foreground">
            {item.quantity} × <Money value={item.unitPrice} />
          </span>
        )}
      </span>
      <Money value={item.amount} />
    </li>
  )
}

function Line({
  label,
  value,
  isTotal,
}: {
  label: string
  value: PaymentPageView['total']
  isTotal?: boolean
}) {
  return (
    <div
      className={
        isTotal ? 'flex justify-between font-semibold' : 'flex justify-between text-muted-foreground'
      }
    >
      <dt>{label}</dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
}
