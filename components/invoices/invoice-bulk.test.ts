import { expect, test } from 'vitest'
import type { InvoiceRow } from '@/lib/invoices/invoice-row'
import { bulkWords } from './invoice-bulk'

const words = (...statuses: InvoiceRow['status'][]) =>
  bulkWords(
    statuses.map((status) => ({ status })),
    'Nobody can pay them any more.',
  )

test('the dialog counts the chosen invoices that can be changed, and says which stay as they are', () => {
  expect(words('CREATED', 'UNPAID')).toEqual({
    count: '2 invoices',
    sentences: '2 invoices. Nobody can pay them any more.',
  })
  expect(words('FAILED', 'PAID')).toEqual({
    count: '1 invoice',
    sentences: '1 invoice. Nobody can pay them any more. 1 paid invoice stays as it is.',
  })
  expect(words('CREATED', 'PAID', 'PAID', 'VOIDED').sentences).toBe(
    '1 invoice. Nobody can pay them any more. 2 paid invoices stay as they are. 1 voided invoice stays as it is.',
  )
})

test('nothing is left to ask if none can be changed', () => {
  expect(words('PAID')).toEqual({ count: null, sentences: '1 paid invoice stays as it is.' })
})
