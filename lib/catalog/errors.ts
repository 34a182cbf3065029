import type { Entries } from '@/lib/error-entry'

export const catalogErrors = {
  tax_rate_not_found: { status: 404, message: 'Tax rate not found' },
  tax_rate_exists: { status: 409, message: 'There is a tax rate with this name and percentage' },
  too_many_tax_rates: { status: 409, message: 'There are 50 tax rates. Archive some first' },
  item_not_found: { status: 404, message: 'Item not found' },
  too_many_saved_items: { status: 409, message: 'There are 5,000 items. Archive some first' },
} as const satisfies Entries
