import { createCustomer as create } from '@/lib/domain/customers/create-customer'
import { writeOperation } from './api-operation'
import { parseCustomer } from './parse-customer'
import { presentCustomer } from './presenters/customer'

/** Contract, endpoint 1. */
export const createCustomer = writeOperation(
  { path: '/api/v2/customer', missingKey: { status: 401, message: 'Invalid API Key' }, refusesBanned: true },
  parseCustomer,
  ({ account, input, commit }) =>
    commit.transaction(async (tx) => {
      const customer = await create(tx, account.id, input)
      return {
        status: 201,
        body: {
          status: 'success',
          message: 'Customer created successfully',
          customer: presentCustomer(customer),
        },
      }
    }),
)
