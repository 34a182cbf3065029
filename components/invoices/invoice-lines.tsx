import type { InvoiceView } from '@/lib/api/dashboard/read-invoice'
import { Card, CardHeader } from '../ui/card'
import { classNames } from '../ui/class-names'
import { Money, type MoneyValue } from '../ui/money'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'

/** What is asked for, line by line, and what it comes to. */
export function InvoiceLines({ invoice }: { invoice: InvoiceView }) {
  return (
    <Card aria-labelledby="items" className="overflow-hidden">
      <CardHeader id="items" title="Items" />
      <Table label="Items">
        <TableHead>
          <HeadCell>Item</HeadCell>
          <HeadCell className="hidden text-right sm:table-cell">Quantity</HeadCell>
          <HeadCell className="hidden text-right sm:table-cell">Unit price</HeadCell>
          <HeadCell className="text-right">Amount</HeadCell>
        </TableHead>
        <tbody>
          {invoice.items.map(({ title, quantity, price, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of an invoice never change.
            <Row key={index}>
              <Cell className="break-words">
                {title}
                <span className="tabular block text-[0.8125rem] text-muted-foreground sm:hidden">
                  {quantity} × <Money value={price} />
                </span>
              </Cell>
              <Cell className="tabular hidden text-right sm:table-cell">{quantity}</Cell>
              <Cell className="hidden text-right sm:table-cell">
                <Money value={price} />
              </Cell>
              <Cell className="text-right">
                <Money value={amount} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <div className="border-t">
        <dl className="ml-auto max-w-sm space-y-1.5 px-4 py-4 sm:px-5">
          <Sum term="Subtotal" value={invoice.base} />
          <Sum term="Fee, paid by the customer" value={invoice.fee} />
          <Sum term="Total" value={invoice.total} isStrong />
        </dl>
      </div>
    </Card>
  )
}

function Sum({ term, value, isStrong }: { term: string; value: MoneyValue; isStrong?: boolean }) {
  return (
    <div className={classNames('flex justify-between gap-4', isStrong && 'border-t pt-1.5 font-semibold')}>
      <dt>{term}</dt>
      <dd>
        <Money value={value} />
      </dd>
    </div>
  )
}
