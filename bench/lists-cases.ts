import type { InvoiceFilters, InvoiceSort } from '@/lib/domain/invoices/invoice-list-sql'
import type { PageRequest, Place } from '@/lib/domain/lists/keyset-page'

const day = (text: string) => new Date(`${text}T00:00:00Z`)

const FILTERS: Record<string, InvoiceFilters> = {
  'no filter': {},
  'status paid': { statuses: ['PAID'] },
  'status overdue': { statuses: ['UNPAID'] },
  'status failed': { statuses: ['FAILED'] },
  'status open': { statuses: ['CREATED', 'FAILED'] },
  'currency EUR': { currency: 'EUR' },
  'currency of none': { currency: 'CHF' },
  'status and currency': { statuses: ['UNPAID'], currency: 'GBP' },
  'created in a month': { createdFrom: day('2025-03-01'), createdTo: day('2025-04-01') },
  'created on a day': { createdFrom: day('2025-03-03'), createdTo: day('2025-03-04') },
  'due in a month': { dueFrom: day('2025-03-01'), dueTo: day('2025-03-31') },
  'due on a day': { dueFrom: day('2025-03-03'), dueTo: day('2025-03-03') },
  'due on a day, failed': { dueFrom: day('2025-03-03'), dueTo: day('2025-03-03'), statuses: ['FAILED'] },
  'created and due': {
    createdFrom: day('2025-03-01'),
    createdTo: day('2025-04-01'),
    dueFrom: day('2025-03-20'),
    dueTo: day('2025-03-20'),
  },
  'a customer': { search: 'Ada Lovelace 80' },
  'a name that many have': { search: 'grace' },
  'the largest customer': { search: 'customer2@' },
  'an e-mail': { search: 'customer4242@example.com' },
  nobody: { search: 'zzz' },
  'an id': { search: '0195a1b2-c3d4-7000-8000-000000000000' },
  'the beginning of an id': { search: '0195a1b2' },
}

const SORTS: InvoiceSort[] = ['created', 'due_date', 'amount']

/** Places at each end and in the middle; that no invoice is at them makes no difference. */
const DEPTHS: Record<string, Record<InvoiceSort, Place> | null> = {
  first: null,
  middle: places('019600000000', '2025-05-15', '255000'),
  'near the end': places('018c2c00afc8', '2023-12-10', '450'),
}

function places(timeHex: string, dueDate: string, amount: string): Record<InvoiceSort, Place> {
  const id = `${timeHex.slice(0, 8)}-${timeHex.slice(8)}-7000-8000-000000000000`
  return { created: { id, value: id }, due_date: { id, value: dueDate }, amount: { id, value: amount } }
}

type ListCase = {
  filter: string
  order: string
  filters: InvoiceFilters
  page: PageRequest<InvoiceSort>
}

/** Every filter in every order at every depth, and the way back from the middle. */
export function listCases(): ListCase[] {
  return Object.entries(FILTERS).flatMap(([filter, filters]) =>
    SORTS.flatMap((sort) =>
      Object.entries(DEPTHS).flatMap(([depth, place]) => {
        const page = { sort, descending: true, after: place?.[sort] ?? null, before: null, limit: 25 }
        const forward = { filter, filters, order: `-${sort}, ${depth}`, page }
        if (depth !== 'middle') return [forward]
        const back = { ...page, after: null, before: page.after }
        return [forward, { filter, filters, order: `-${sort}, back from the middle`, page: back }]
      }),
    ),
  )
}
