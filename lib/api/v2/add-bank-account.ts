import { addBankAccount as add } from '@/lib/domain/bank-accounts/add-bank-account'
import { writeOperation } from './api-operation'
import { parseBankAccount } from './parse-bank-account'
import { presentBankAccount } from './presenters/bank-account'

/** Contract, endpoint 4. */
export const addBankAccount = writeOperation(
  {
    path: '/api/v2/customer/:customer_id/bank-account',
    missingKey: { status: 400, message: 'api_key is required' },
    refusesBanned: true,
  },
  parseBankAccount,
  ({ account, params, input, commit }) =>
    commit.transaction(async (tx) => {
      const bankAccount = await add(tx, account.id, params.customer_id ?? '', input)
      return {
        status: 201,
        body: {
          status: 'success',
          message: 'Bank account added successfully',
          bank_account: presentBankAccount(bankAccount),
        },
      }
    }),
)
