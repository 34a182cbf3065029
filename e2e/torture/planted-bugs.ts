/** A mistake to put into a copy of the project, and the scenes that must find it. */
export type PlantedBug = {
  name: string
  /** The thought that could have led to the bug. */
  mistake: string
  /** Each text occurs exactly once in its file. */
  changes: { file: string; from: string; to: string }[]
  scenes: string[]
  minutes: number
  /** Chosen so that a short run comes by the place. */
  seed: string
}

export const PLANTED_BUGS: PlantedBug[] = [
  {
    name: 'wallet-without-lock',
    mistake: 'The balance is read before the wallet is locked, and written back.',
    changes: [
      { file: 'lib/ledger/posting-sql.ts', from: 'ORDER BY id FOR NO KEY UPDATE),', to: 'ORDER BY id),' },
    ],
    scenes: ['payouts'],
    minutes: 0.5,
    seed: '1',
  },
  {
    name: 'answer-of-the-last',
    mistake: 'What is committed together is answered together.',
    changes: [
      {
        file: 'lib/db/account-batches.ts',
        from: 'const lines = new Map<string, Entry[]>()',
        to: 'const lines = new Map<string, Entry[]>()\nconst last: { result?: unknown } = {}',
      },
      {
        file: 'lib/db/account-batches.ts',
        from: 'return { answer: () => resolve(result) }',
        to: `last.result = result
        return { answer: () => resolve(last.result as T) }`,
      },
    ],
    scenes: ['batches'],
    minutes: 0.3,
    seed: '1',
  },
  {
    name: 'refusal-for-everybody',
    mistake: 'A batch is undone as a whole, so it is refused as a whole.',
    changes: [
      {
        file: 'lib/db/account-batches.ts',
        from: `await end(client, 'ROLLBACK').catch(() => null)`,
        to: `await end(client, 'ROLLBACK').catch(() => null)
    for (const decision of decisions) {
      if ('error' in decision) for (const { reject } of batch) reject(decision.error)
    }
    if (batch.length > 0) return []`,
      },
    ],
    scenes: ['batches'],
    minutes: 0.3,
    seed: '1',
  },
  {
    name: 'balance-read-once',
    mistake: 'The wallet is locked by the batch, so its balance needs reading only once.',
    changes: [
      {
        file: 'lib/ledger/posting-sql.ts',
        from: '(balance_minor + sum(change_minor) OVER line)::bigint',
        to: 'balance_minor + change_minor',
      },
    ],
    scenes: ['batches'],
    minutes: 0.3,
    seed: '1',
  },
  {
    name: 'row-of-a-neighbor',
    mistake: 'A statement of rows returns the caller’s first.',
    changes: [
      {
        file: 'lib/db/statement.ts',
        from: '(rows as Row[]).find((row) => row[by] === values.id) ?? null',
        to: '(rows as Row[])[0] ?? null',
      },
    ],
    scenes: ['batches'],
    minutes: 0.3,
    seed: '1',
  },
  {
    name: 'reversed-on-time-out',
    mistake: 'A transfer without an answer counts as failed, and its money goes back.',
    changes: [
      {
        file: 'lib/payouts/settle-payout.ts',
        from: `if (outcome.kind === 'rejected') return fail(tx, payout, outcome, null)`,
        to: `if (outcome.kind !== 'accepted') return fail(tx, payout, { code: 'time_out', detail: 'No answer' }, null)`,
      },
    ],
    scenes: ['provider-faults'],
    minutes: 0.1,
    seed: '1',
  },
  {
    name: 'no-tenant-in-a-look-up',
    mistake: 'An invoice is looked up by its id alone, which is unique anyway.',
    changes: [
      {
        file: 'lib/invoices/snapshot-json.ts',
        from: '} WHERE account_id = :accountId::uuid AND id = :invoiceId::uuid`,\n',
        to: '} WHERE id = :invoiceId::uuid`,\n',
      },
    ],
    scenes: ['tenants'],
    minutes: 0.5,
    seed: '1',
  },
  {
    name: 'money-as-floats',
    mistake: 'An amount is a number, times a hundred.',
    changes: [
      {
        file: 'lib/payouts/payout-body.ts',
        from: '.parse((amount) => toMinor(amount, USD_EXPONENT), ',
        to: '.parse((amount) => toMinor(amount, USD_EXPONENT) && BigInt(Math.floor((Number(amount.digits) / 10 ** amount.scale) * 100)), ',
      },
    ],
    scenes: ['payouts'],
    minutes: 0.2,
    seed: '1',
  },
  {
    name: 'posted-by-the-notification',
    mistake: 'The notification of a payment credits the wallet at once, each time that it comes.',
    changes: [
      {
        file: 'lib/payments/provider-notifications.ts',
        from: `if (sessionReference) await wakeCheckout(tx, provider, sessionReference)`,
        to: `if (sessionReference) {
      await wakeCheckout(tx, provider, sessionReference)
      await tx.query(
        \`UPDATE ledger_accounts a SET balance_minor = balance_minor + 100 FROM checkout_sessions s
           WHERE s.provider_reference = $1 AND a.account_id = s.account_id AND a.kind = 'credit_wallet'\`,
        [sessionReference],
      )
    }`,
      },
    ],
    scenes: ['notifications'],
    minutes: 0.1,
    seed: '1',
  },
  {
    name: 'amounts-in-their-own-order',
    mistake:
      'The amounts of invoices that are paid at once are read without the invoices that they belong to.',
    changes: [
      {
        file: 'lib/payments/joint-checkout.ts',
        from: 'return findParts(on, { accountId, jointCheckoutId })',
        to: `const parts = await findParts(on, { accountId, jointCheckoutId })
  const amounts = parts.map((part) => part.amountMinor).toReversed()
  return parts.map((part, index) => ({ ...part, amountMinor: amounts[index] ?? part.amountMinor }))`,
      },
    ],
    scenes: ['notifications'],
    minutes: 0.5,
    seed: '1',
  },
  {
    name: 'event-outside-the-transaction',
    mistake: 'The event is recorded on a connection of its own, before its change is committed.',
    changes: [
      {
        file: 'lib/invoices/change-invoice-status.ts',
        from: 'const { id: eventId } = await recordEvent(tx, {',
        to: 'const { id: eventId } = await recordEvent(connectionPool(), {',
      },
      {
        file: 'lib/invoices/change-invoice-status.ts',
        from: 'import { database, ',
        to: 'import { connectionPool, database, ',
      },
    ],
    scenes: ['crash-points'],
    minutes: 0.3,
    seed: '46',
  },
  {
    name: 'key-without-its-body',
    mistake: 'A key that was used is answered, whatever the body says now.',
    changes: [
      {
        file: 'lib/http/idempotency.ts',
        from: `throw new DomainError('idempotency_key_reused')`,
        to: 'void 0',
      },
    ],
    scenes: ['same-key'],
    minutes: 0.1,
    seed: '1',
  },
  {
    name: 'sent-again-under-another-key',
    mistake: 'A transfer that the provider does not list yet is sent again, as a new one.',
    changes: [
      {
        file: 'lib/payouts/reconcile-payout.ts',
        from: 'await sendTransfer(await findPayoutIntent({ accountId, payoutId }), {',
        to: 'await sendTransfer({ ...(await findPayoutIntent({ accountId, payoutId })), payoutId: crypto.randomUUID() }, {',
      },
    ],
    scenes: ['provider-faults'],
    minutes: 0.1,
    seed: '1',
  },
  {
    name: 'dead-claim-starts-anew',
    mistake: 'A request that takes over the key of a dead one forgets what that one had begun.',
    changes: [
      {
        file: 'lib/http/idempotency.ts',
        from: 'return { accountId, endpoint, key, holder, resourceId: row.resourceId }',
        to: 'return { accountId, endpoint, key, holder, resourceId: null }',
      },
    ],
    scenes: ['crash-points'],
    minutes: 0.3,
    seed: '46',
  },
  {
    name: 'unsigned-webhooks',
    mistake: 'The signature covers the payload, and no longer its id and time.',
    changes: [
      {
        file: 'lib/webhooks/signing.ts',
        from: 'const signed = ',
        to: 'const signed = delivery.payload || ',
      },
    ],
    scenes: ['notifications'],
    minutes: 0.1,
    seed: '1',
  },
  {
    name: 'receiver-without-turns',
    mistake: 'A host’s slots go to the first to come: tenants take turns among themselves already.',
    changes: [
      {
        file: 'lib/jobs/slot-shares.ts',
        from: 'half(ofReceiver - this.had(tenantAtReceiver) + 1)',
        to: 'ofReceiver',
      },
    ],
    scenes: ['receivers'],
    minutes: 0.1,
    seed: '1',
  },
  {
    name: 'literal-addresses-unchecked',
    mistake: 'A host that is an address needs no look-up, and so no check.',
    changes: [
      {
        file: 'lib/webhooks/http-transport.ts',
        from: `if (isIP(host) && !isAllowed(host)) throw new RefusedError(refusalFor(host))`,
        to: '',
      },
    ],
    scenes: ['private-addresses'],
    minutes: 7.5,
    seed: '1',
  },
  {
    name: 'acknowledged-before-it-is-written',
    mistake: 'A commit need not wait for the log.',
    changes: [
      {
        file: 'lib/db/embedded-launch.ts',
        from: `  max_connections: '200',`,
        to: `  max_connections: '200',\n  synchronous_commit: 'off',\n  wal_writer_delay: '10000',`,
      },
    ],
    scenes: ['kills'],
    minutes: 0.6,
    seed: '11',
  },
  {
    name: 'text-that-cannot-be-stored',
    mistake: 'Every JSON string is a text.',
    changes: [
      {
        file: 'lib/db/storable-text.ts',
        from: `return !text.includes('\\0') && text.isWellFormed()`,
        to: `return text.length >= 0`,
      },
    ],
    scenes: ['fuzz'],
    minutes: 0.5,
    seed: '1',
  },
  {
    name: 'fee-of-each-refund-alone',
    mistake: 'Each refund gives back its part of the fee, rounded by itself.',
    changes: [
      {
        file: 'lib/invoices/amounts.ts',
        from: 'divideHalfUp((before.baseMinor + wantedMinor) * (paidMinor - vendorMinor), vendorMinor)',
        to: 'divideHalfUp(wantedMinor * (paidMinor - vendorMinor), vendorMinor)',
      },
      {
        file: 'lib/invoices/amounts.ts',
        from: 'const feeBeforeMinor = before.amountMinor - before.baseMinor',
        to: 'const feeBeforeMinor = 0n',
      },
    ],
    scenes: ['sequences'],
    minutes: 1,
    seed: '1',
  },
  {
    name: 'due-before-the-lock',
    mistake: 'What is due is read first, and the invoice locked for the writing alone.',
    changes: [
      {
        file: 'lib/payments/credit-invoice.ts',
        from: 'const before = await lockCheckoutsAndInvoice(tx, subject)',
        to: `const before = await findInvoice(tx, accountId, invoiceId)
  await lockCheckoutsAndInvoice(tx, subject)`,
      },
      {
        file: 'lib/payments/credit-invoice.ts',
        from: 'import { type InvoiceRecord, leftToPayMinor, ',
        to: 'import { findInvoice, type InvoiceRecord, leftToPayMinor, ',
      },
    ],
    scenes: ['sequences'],
    minutes: 0.5,
    seed: '1',
  },
  {
    name: 'card-pays-what-is-credited',
    mistake: 'A session that was paid pays its invoice, as long as anything of that is due.',
    changes: [
      {
        file: 'lib/payments/reconcile-checkout.ts',
        from: 'leftToPayMinor(invoice) === amountMinor',
        to: 'leftToPayMinor(invoice) > 0n',
      },
    ],
    scenes: ['sequences'],
    minutes: 0.5,
    seed: '1',
  },
  {
    name: 'limit-unchecked',
    mistake: 'The balance is limit enough for a payout.',
    changes: [
      {
        file: 'lib/payouts/create-payout.ts',
        from: 'const isTooMuch = amountMinor > account.payoutLimitMinor',
        to: 'const isTooMuch = false',
      },
    ],
    scenes: ['sequences'],
    minutes: 0.1,
    seed: '1',
  },
  {
    name: 'connection-without-a-time-out',
    mistake: 'Next.js gets the server for upgrades, and Node.js has time-outs for the rest.',
    changes: [
      { file: 'bin/web.ts', from: 'const app = next({ dev, httpServer })', to: 'const app = next({ dev })' },
      { file: 'lib/http/connections.ts', from: 'server.timeout = idleMs', to: 'server.timeout = 0' },
    ],
    scenes: ['sockets'],
    minutes: 0.1,
    seed: '1',
  },
  {
    name: 'log-that-is-waited-for',
    mistake: 'A log line is written before anything else happens, however often that takes a try.',
    changes: [
      {
        file: 'lib/log.ts',
        from: 'createLogWriter((bytes, done) => fs.write(STDOUT, bytes, done))',
        to: `createLogWriter((bytes, done) => {
    for (;;) {
      try {
        return done(null, fs.writeSync(STDOUT, bytes))
      } catch {}
    }
  })`,
      },
    ],
    scenes: ['log'],
    minutes: 0.1,
    seed: '1',
  },
]
