import { Download } from 'lucide-react'
import { Badge, ModeBadge, type Tone } from '@/components/ui/badge'
import { buttonStyle } from '@/components/ui/button'
import { Card, CardHeader, Description, DescriptionList } from '@/components/ui/card'
import { Money } from '@/components/ui/money'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { ExactTime } from '@/components/ui/timestamp'
import type { ProofView } from '@/lib/proofs/proof-view'

type ProofPanelProps = {
  proof: ProofView
  /** The invoice, the payout or the period, as the downloads name it. */
  id: string
  back: { href: string; text: string }
}

/** The files have all of them. */
const MAX_STEPS = 200

/** Every step of a payment, a payout or a month, each with the provider's record, the entries and the tick. */
export function ProofPanel({ proof, id, back }: ProofPanelProps) {
  const { kind, title, mode, period, steps, checks } = proof
  const path = `/api/dashboard/proofs/${kind}/${id}/proof`
  const faults = checks.flatMap((check) => check.faults)
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={back.href}>{back.text}</BackLink>
        <PageHeader
          title={`Proof: ${title}`}
          description={
            period ? (
              <>
                <ExactTime at={period.from} /> to <ExactTime at={period.to} />
                {!period.is_over && ', still running'}
              </>
            ) : (
              'From the invoice to the bank, as the books and the providers have it'
            )
          }
          badge={<ModeBadge mode={mode} />}
          action={
            <div className="flex flex-wrap gap-2 print:hidden">
              <FileLink href={`${path}.pdf?mode=${mode}`} text="Download PDF" isMain />
              <FileLink href={`${path}.json?mode=${mode}`} text="Download JSON (signed)" />
            </div>
          }
        />
      </div>
      {faults.length > 0 && (
        <Notice kind="danger" title="This doesn’t add up">
          <ul>
            {faults.map((fault) => (
              <li key={fault} className="wrap-anywhere">
                {fault}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Checks checks={checks} />
      {proof.balances.length > 0 && <Balances balances={proof.balances} />}
      <section aria-labelledby="steps" className="space-y-3">
        <h2 id="steps" className="font-semibold">
          Steps
        </h2>
        {steps.length === 0 && <p className="text-muted-foreground">No money has moved.</p>}
        <ol className="space-y-3">
          {steps.slice(0, MAX_STEPS).map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once.
            <Step key={index} step={step} isOpen={kind !== 'month'} />
          ))}
        </ol>
        {steps.length > MAX_STEPS && (
          <p className="text-muted-foreground">
            The first {MAX_STEPS} of {steps.length} steps. The files have all of them.
          </p>
        )}
      </section>
      {proof.totals.length > 0 && (
        <Card aria-labelledby="totals">
          <CardHeader
            id="totals"
            title="Totals"
            description="What all steps together add to each account. Money only moves, so these add up to zero."
          />
          <Postings postings={proof.totals} />
        </Card>
      )}
      <Signature keyId={proof.keyId} />
    </div>
  )
}

function FileLink({ href, text, isMain }: { href: string; text: string; isMain?: boolean }) {
  return (
    <a href={href} download className={buttonStyle(isMain ? {} : { variant: 'secondary' })}>
      <Download aria-hidden className="size-4" />
      {text}
    </a>
  )
}

function Checks({ checks }: { checks: ProofView['checks'] }) {
  return (
    <Card aria-labelledby="checks">
      <CardHeader id="checks" title="Checks" />
      <ul className="space-y-2 px-4 pb-4 sm:px-5">
        {checks.map(({ title, faults, isPending }) => (
          <li key={title} className="flex items-baseline gap-3">
            {faults.length > 0 ? (
              <Badge tone="danger">Failed</Badge>
            ) : isPending ? (
              <Badge tone="neutral">Pending</Badge>
            ) : (
              <Badge tone="success">OK</Badge>
            )}
            <span className="min-w-0 flex-1">{title}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Balances({ balances }: { balances: ProofView['balances'] }) {
  return (
    <Card aria-labelledby="balances">
      <CardHeader id="balances" title="Balances" description="Before and after the period" />
      <DescriptionList>
        {balances.map(({ account, currency, opening, closing }) => (
          <Description key={`${account} ${currency}`} term={`${account} ${currency}`}>
            <Money value={{ amount: opening, currency }} /> → <Money value={{ amount: closing, currency }} />
          </Description>
        ))}
      </DescriptionList>
    </Card>
  )
}

const TONES: Record<NonNullable<ProofView['steps'][number]['reconciled']>['state'], Tone> = {
  matched: 'success',
  differs: 'danger',
  in_flight: 'neutral',
  not_yet: 'neutral',
}

/** Open to its end, or by a click where there are hundreds. */
function Step({ step, isOpen }: { step: ProofView['steps'][number]; isOpen: boolean }) {
  const { title, at, amount, lines, postings, reconciled } = step
  return (
    <li className="rounded-xl border bg-surface shadow-card print:break-inside-avoid print:shadow-none">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-4 sm:px-5">
        <h3 className="font-medium">{title}</h3>
        {amount && <Money value={amount} className="font-medium" />}
      </div>
      <p className="px-4 text-[0.8125rem] text-muted-foreground sm:px-5">
        <ExactTime at={at} />
      </p>
      {reconciled && (
        <p className="px-4 pt-2 sm:px-5">
          <span
            className={
              TONES[reconciled.state] === 'danger'
                ? 'text-danger'
                : TONES[reconciled.state] === 'success'
                  ? 'text-success'
                  : 'text-muted-foreground'
            }
          >
            {reconciled.text}
          </span>
        </p>
      )}
      <details open={isOpen} className="pt-2 pb-1">
        <summary className="mx-4 w-fit cursor-pointer rounded text-[0.8125rem] text-muted-foreground sm:mx-5">
          Record and entries
        </summary>
        <div className="pt-2">
          <DescriptionList>
            {lines.map(({ term, text }) => (
              <Description key={`${term} ${text}`} term={term}>
                {text}
              </Description>
            ))}
          </DescriptionList>
          {postings.length > 0 && <Postings postings={postings} />}
        </div>
      </details>
    </li>
  )
}

/** Accounts with what each gets, or gives where it is below zero. */
function Postings({ postings }: { postings: ProofView['totals'] }) {
  return (
    <ul className="space-y-1 border-t px-4 py-3 sm:px-5">
      {postings.map(({ account, amount, currency }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once.
        <li key={index} className="flex justify-between gap-4">
          <span>{account}</span>
          <Money value={{ amount, currency }} />
        </li>
      ))}
    </ul>
  )
}

function Signature({ keyId }: { keyId: string }) {
  return (
    <Card aria-labelledby="signature" className="print:hidden">
      <CardHeader
        id="signature"
        title="For an auditor"
        description={
          <>
            Both files are signed with Ed25519 by the key <span className="font-mono">{keyId}</span>. Its{' '}
            <a href="/.well-known/counterfoil-proof-keys.json" className="underline underline-offset-4">
              public key
            </a>{' '}
            is enough to verify them, without this service.{' '}
            <a href="/docs/proofs" className="underline underline-offset-4">
              How to verify, and what a proof doesn’t show
            </a>
          </>
        }
      />
      <pre className="whitespace-pre-wrap px-4 pb-4 font-mono text-[0.8125rem] sm:px-5">
        <code>npx counterfoil verify-proof FILE --key KEY</code>
      </pre>
    </Card>
  )
}
