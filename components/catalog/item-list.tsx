'use client'

import { Tag } from 'lucide-react'
import { DataList } from '@/components/list/data-list'
import type { ListColumn, ListFilter } from '@/components/list/list-column'
import { buttonStyle } from '@/components/ui/button'
import { Link, TitledLink } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import { rateLabel } from '@/lib/catalog/catalog-fields'
import type { ItemRow } from '@/lib/catalog/item-list'
import type { FirstList } from '@/lib/lists/list-view'

const FILTERS: ListFilter[] = [
  {
    kind: 'choice',
    name: 'archived',
    label: 'Archived',
    options: [{ value: 'true', label: 'Archived' }],
    all: 'Not archived',
  },
  { kind: 'text', name: 'currency', label: 'Currency', placeholder: 'USD' },
]

const COLUMNS: ListColumn<ItemRow>[] = [
  {
    key: 'title',
    title: 'Description',
    sort: 'title',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-md',
    cell: ({ id, title }) => <TitledLink href={`/invoices/items/${id}`} title={title} />,
  },
  {
    key: 'tax',
    title: 'Tax',
    className: 'hidden sm:table-cell',
    cell: ({ tax }) =>
      tax ? rateLabel(tax) : <span className="text-muted-foreground">As on any new line</span>,
  },
  {
    key: 'created',
    title: 'Created',
    sort: 'created',
    className: 'hidden md:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    key: 'price',
    title: 'Unit price',
    align: 'right',
    isFixed: true,
    cell: ({ price }) => <Money value={price} className="font-medium" />,
  },
]

type ItemListProps = { mode: Mode; first: FirstList<ItemRow>; canCreate: boolean }

export function ItemList({ mode, first, canCreate }: ItemListProps) {
  return (
    <DataList
      label="Items"
      mode={mode}
      path="/api/dashboard/items"
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Description"
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          Icon={Tag}
          title="No items yet"
          action={
            canCreate && (
              <Link href="/invoices/items/new" className={buttonStyle()}>
                New item
              </Link>
            )
          }
        >
          Save what you sell often, with its price and tax. On an invoice, type / in a line to choose from
          them.
        </EmptyState>
      }
    />
  )
}
