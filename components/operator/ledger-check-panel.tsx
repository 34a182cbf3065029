'use client'

import { failureMessage } from '@/components/browser/request'
import { Description, DescriptionList } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import type { Mode } from '@/lib/auth/mode'
import type { LedgerCheckView } from '@/lib/operator/operator-dashboard'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { Timestamp } from '../ui/timestamp'
import { useCheckLedger } from './operator-queries'

const COUNT = new Intl.NumberFormat('en')

type LedgerCheckPanelProps = {
  /** One account of a vendor, or null for the whole ledger. */
  account: { vendorId: string; vendorName: string; mode: Mode } | null
}

/** Verifies the ledger on demand and shows what does not add up. */
export function LedgerCheckPanel({ account }: LedgerCheckPanelProps) {
  const check = useCheckLedger()
  return (
    <div className="space-y-6">
      <PageHeader
        title="Ledger check"
        description={
          account
            ? `The ${account.mode} account of ${account.vendorName}.`
            : 'Adds up the whole ledger and compares it with every balance, invoice and payout.'
        }
        action={
          <Button pending={check.isPending} onClick={() => check.mutate(account)}>
            Check now
          </Button>
        }
      />
      {account && (
        <p className="text-[0.8125rem]">
          <Link href="/operator/ledger" className="text-accent-text underline underline-offset-4">
            Check all accounts instead
          </Link>
        </p>
      )}
      {check.error && (
        <Notice kind="danger" title="The check didn’t run" role="alert">
          {failureMessage(check.error)}
        </Notice>
      )}
      {check.data ? <Findings view={check.data} /> : <Explanation isOfOne={account !== null} />}
    </div>
  )
}

function Explanation({ isOfOne }: { isOfOne: boolean }) {
  return (
    <Card aria-labelledby="what" className="pb-1">
      <CardHeader id="what" title="What this checks" />
      <ul className="list-disc space-y-1.5 px-4 pb-4 pl-9 text-muted-foreground sm:px-5 sm:pl-10">
        <li>Each wallet balance equals the sum of its entries and the end of its statement.</li>
        <li>Each card payment went to the wallet and the fee account by its invoice’s terms, once.</li>
        <li>Refunds and disputes gave back what they were to give back of the fee, and never more.</li>
        <li>Each payout has the entries its status requires, for its amount.</li>
        <li>Money in transit equals the sum of unsettled payouts.</li>
        {!isOfOne && (
          <li>
            To check a single account, open its vendor under{' '}
            <Link href="/operator/vendors" className="text-accent-text underline underline-offset-4">
              Vendors
            </Link>
            .
          </li>
        )}
      </ul>
    </Card>
  )
}

function Findings({ view }: { view: LedgerCheckView }) {
  const { ok, problems, problemCount } = view
  return (
    <>
      {ok ? (
        <Notice kind="success" title="The ledger is correct" role="status">
          Every balance matches its entries.
        </Notice>
      ) : (
        <Notice
          kind="danger"
          title={problemCount === 1 ? '1 finding' : `${COUNT.format(problemCount)} findings`}
          role="alert"
        >
          Entries are never changed. Find the cause, then correct the ledger with new entries.
        </Notice>
      )}
      <Card aria-labelledby="result">
        <CardHeader id="result" title="Result" />
        <DescriptionList>
          <Description term="Transactions">
            <span className="tabular">{COUNT.format(view.transactions)}</span>
          </Description>
          <Description term="Entries">
            <span className="tabular">{COUNT.format(view.entries)}</span>
          </Description>
          <Description term="Duration">
            <span className="tabular">{COUNT.format(view.durationMs)} ms</span>
          </Description>
          <Description term="Checked">
            <Timestamp at={view.checkedAt} />
          </Description>
        </DescriptionList>
      </Card>
      {problems.length > 0 && (
        <Card aria-labelledby="findings">
          <CardHeader
            id="findings"
            title="Findings"
            {...(problemCount > problems.length
              ? {
                  description: `Showing the first ${problems.length}. Run the command ledger verify to see all.`,
                }
              : {})}
          />
          <ol className="divide-y border-t">
            {problems.map((problem) => (
              <li key={problem} className="break-words px-4 py-2.5 font-mono text-[0.8125rem] sm:px-5">
                {problem}
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  )
}
