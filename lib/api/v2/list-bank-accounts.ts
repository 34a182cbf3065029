import { inTransaction } from '@/lib/db/transaction'
import { listBankAccounts as list } from '@/lib/domain/bank-accounts/list-bank-accounts'
import { readOperation } from './api-operation'
import { presentBankAccount } from './presenters/bank-account'

/** Contract, endpoint 3. */
export const listBankAccounts = readOperation(
  {
    path: '/api/v2/customer/:customer_id/bank-accounts',
    missingKey: { status: 400, message: 'api_key parameter is required' },
    refusesBanned: true,
  },
  async (account, { customer_id: customerId = '' }) => {
    const bankAccounts = await inTransaction((tx) => list(tx, account.id, customerId))
    return {
      status: 200,
      body: {
        status: 'success',
        customer_id: customerId.toLowerCase(),
        total: bankAccounts.length,
        bank_accounts: bankAccounts.map(presentBankAccount),
      },
    }
  },
)
