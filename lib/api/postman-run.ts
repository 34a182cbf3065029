/** A request of a run. `stores` are variables for later ones, each with its place in the answer. */
export type Step = {
  operation: string
  /** Other than the operation's own. */
  title?: string
  /** Lines of script that run first. */
  before?: readonly string[]
  query?: Readonly<Record<string, string>>
  stores?: Readonly<Record<string, string>>
  /** The variable for an `{id}` of any kind. */
  id?: string
}

const of = (operation: string, stores?: Step['stores']): Step => ({
  operation,
  ...(stores ? { stores } : {}),
})

/** The requests by folder, in an order in which each finds what it needs, in a test account that may be empty. */
export const RUN: Readonly<Record<string, readonly Step[]>> = {
  'API description': [of('getApiDescription')],
  Customers: [
    {
      operation: 'createCustomer',
      before: [
        '// An email and an external_id are in an account once.',
        "pm.collectionVariables.set('email', 'mary-' + Date.now() + '@example.com')",
        "pm.collectionVariables.set('external_id', 'user_' + Date.now())",
      ],
      stores: { customer_id: 'customer.id' },
    },
    of('getCustomer'),
    of('updateCustomer'),
    of('saveCustomerByExternalId'),
    of('listCustomers'),
  ],
  'Bank accounts': [
    of('addBankAccount', { bank_account_id: 'bank_account.id' }),
    of('listBankAccounts'),
    of('createBankAccountLink'),
  ],
  'Webhook endpoints': [
    of('addWebhookEndpoint', { webhook_endpoint_id: 'webhook_endpoint.id' }),
    of('listWebhookEndpoints'),
    of('updateWebhookEndpoint'),
    of('rotateWebhookEndpointSecret'),
  ],
  Invoices: [
    of('createInvoice', { invoice_id: 'invoice.id' }),
    of('getInvoice'),
    of('updateInvoice'),
    of('sendInvoice'),
    of('listInvoices'),
    of('voidInvoice'),
    { ...of('createInvoice', { invoice_id: 'invoice.id' }), title: 'Create an invoice to be credited' },
    of('creditInvoice', { credit_id: 'credit.id' }),
    of('getCredit'),
    of('listCredits'),
  ],
  'Recurring invoices': [
    of('createRecurringInvoice', { recurring_invoice_id: 'recurring_invoice.id' }),
    of('getRecurringInvoice'),
    of('listRecurringInvoices'),
    of('updateRecurringInvoice'),
  ],
  'Payments, refunds and disputes': [
    { ...of('createInvoice', { invoice_id: 'invoice.id' }), title: 'Create an invoice to be paid' },
    of('payTestInvoice'),
    of('refundInvoice', { refund_id: 'refund.id' }),
    of('getRefund'),
    of('listRefunds'),
    of('warnOfTestFraud'),
    of('disputeTestInvoice', { dispute_id: 'dispute.id' }),
    of('getDispute'),
    of('listDisputes'),
  ],
  Payouts: [
    of('creditTestWallet'),
    of('createPayout', { payout_id: 'payout.id' }),
    of('getPayout'),
    of('settleTestPayout'),
    of('listPayouts'),
    of('createPayoutBatch', { payout_batch_id: 'payout_batch.id' }),
    of('getPayoutBatch'),
  ],
  Wallet: [of('getWallet'), of('listWalletEntries')],
  Events: [
    {
      operation: 'listEvents',
      // This one is sent to a URL, where it can be sent again.
      query: { type: 'invoice.paid', wait: '10' },
      stores: { event_id: 'events[0].id' },
    },
    of('getEvent'),
    of('redeliverEvent'),
    { operation: 'getTrace', id: 'invoice_id' },
  ],
  'Test clock': [of('advanceTestClock')],
  'What to clear away': [of('archiveBankAccount'), of('archiveCustomer'), of('deleteWebhookEndpoint')],
}
