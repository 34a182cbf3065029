import { issueInvoice } from '../issue-invoice'
import { writeOperation } from './api-operation'
import { parseInvoice } from './parse-invoice'
import { presentNewInvoice } from './presenters/invoice'

/** Contract, endpoint 6. */
export const createInvoice = writeOperation(
  {
    path: '/api/v2/invoice',
    missingKey: { status: 401, message: 'api_key is required' },
    refusesBanned: true,
  },
  parseInvoice,
  ({ account, input, commit }) =>
    issueInvoice(account, input, commit, async (_tx, invoice) => ({
      status: 201,
      body: {
        status: 'success',
        message: 'Invoice created successfully',
        invoice: presentNewInvoice(invoice),
      },
    })),
)
