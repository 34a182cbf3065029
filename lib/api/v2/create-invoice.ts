import { inTransaction } from '@/lib/db/transaction'
import { openCheckout } from '@/lib/domain/invoices/open-checkout'
import { planInvoice } from '@/lib/domain/invoices/plan-invoice'
import { saveInvoice } from '@/lib/domain/invoices/save-invoice'
import { env } from '@/lib/env'
import { paymentProviderFor } from '@/lib/providers/registry'
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
  async ({ account, input, commit }) => {
    const provider = paymentProviderFor(account.mode)
    const plan = await inTransaction((tx) => planInvoice(tx, account, input))
    // Before the invoice is saved, and with no transaction open: the provider may take its time, or refuse.
    const session = await openCheckout(plan, provider, env.PROVIDER_TIMEOUT_MS)
    return commit.transaction(async (tx) => {
      const invoice = await saveInvoice(tx, plan, session, provider)
      return {
        status: 201,
        body: {
          status: 'success',
          message: 'Invoice created successfully',
          invoice: presentNewInvoice(invoice),
        },
      }
    })
  },
)
