import { ArrowLeft, CircleCheck, Clock, FlaskConical, Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Field, Input } from '@/components/ui/field'
import { EmptyState, Notice } from '@/components/ui/notice'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import type { CheckoutProblem, SandboxCheckout, SandboxOutcome } from '@/lib/test-mode/sandbox-checkout'

/*
 * The pages of the sandbox's checkout. They load no script: a test card is filled in by a link, and what is wrong is
 * told by the page that follows.
 */

type Parameter = string | string[] | undefined

const OUTCOMES: Record<SandboxOutcome, string> = {
  paid: 'Pays',
  card_declined: 'Declined',
  insufficient_funds: 'Insufficient funds',
  expired_card: 'Expired card',
  incorrect_cvc: 'Wrong security code',
  processing_error: 'Processing error',
}

const FIELD_ERRORS: Partial<Record<string, string>> = {
  number: 'Enter a card number.',
  expiry: 'Enter a future date as MM / YY.',
  security_code: 'Enter 3 or 4 digits.',
} satisfies Partial<Record<CheckoutProblem, string>>

const PROBLEMS: Partial<Record<string, string>> = {
  too_many: 'There were too many attempts. Wait a minute and try again.',
  unanswered: 'The sandbox did not respond. Try again. You can’t be charged twice.',
} satisfies Partial<Record<CheckoutProblem, string>>

type OpenCheckoutProps = { checkout: SandboxCheckout; card: Parameter; problem: Parameter }

export function OpenCheckout({ checkout, card, problem }: OpenCheckoutProps) {
  const { vendorName, cancelUrl } = checkout
  return (
    <SandboxFrame title={`Pay ${vendorName}`}>
      <main className="mx-auto grid w-full max-w-4xl flex-1 content-start gap-6 px-4 py-6 sm:px-6 md:grid-cols-2 md:gap-x-14 md:py-14">
        <section aria-label="Summary" className="min-w-0">
          {cancelUrl && (
            <a
              href={cancelUrl}
              className="-ms-1 mb-4 inline-flex min-h-8 items-center gap-1.5 rounded-md px-1 text-[0.8125rem] text-muted-foreground hover:text-foreground"
            >
              <ArrowLeft aria-hidden className="size-4" />
              Cancel and go back
            </a>
          )}
          <p className="break-words text-muted-foreground">Pay {vendorName}</p>
          <h1 className="tabular mt-1 font-semibold text-3xl tracking-tight">{amountOf(checkout)}</h1>
          <p className="mt-3 break-words">{checkout.description}</p>
        </section>
        <div id="card" className="min-w-0 scroll-mt-4">
          <CardForm checkout={checkout} card={card} problem={problem} />
          <TestCards cards={checkout.testCards} />
        </div>
      </main>
    </SandboxFrame>
  )
}

function CardForm({ checkout, card, problem }: OpenCheckoutProps) {
  const testCard = checkout.testCards.find(({ outcome }) => outcome === card)
  const code = typeof problem === 'string' ? problem : ''
  const errorOf = (field: string) => (field === code ? FIELD_ERRORS[field] : undefined)
  return (
    <form
      // Rendered anew for another card, since a field keeps its first value.
      key={testCard?.outcome}
      method="post"
      action={`/api/providers/sandbox/checkout/${checkout.reference}`}
      className="space-y-4 rounded-xl border bg-surface p-4 shadow-card sm:p-6"
    >
      <h2 className="font-semibold text-base">Pay by card</h2>
      <Problem checkout={checkout} code={code} isNewTry={testCard !== undefined} />
      <Field label="Card number" error={errorOf('number')}>
        {(control) => (
          <DigitsInput
            {...control}
            name="number"
            placeholder="1234 1234 1234 1234"
            pattern="[\d\s\-]{12,}"
            maxLength={32}
            defaultValue={testCard && inGroups(testCard.number)}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Expiry" error={errorOf('expiry')}>
          {(control) => (
            <DigitsInput
              {...control}
              name="expiry"
              placeholder="MM / YY"
              pattern="(0?[1-9]|1[0-2])\s*\/?\s*(20)?\d{2}"
              maxLength={9}
              defaultValue={testCard && expiryInThreeYears()}
            />
          )}
        </Field>
        <Field label="CVC" error={errorOf('security_code')}>
          {(control) => (
            <DigitsInput
              {...control}
              name="securityCode"
              placeholder="123"
              pattern="\d{3,4}"
              maxLength={4}
              defaultValue={testCard && '123'}
            />
          )}
        </Field>
      </div>
      <Button type="submit" size="large" className="w-full">
        <span className="tabular">Pay {amountOf(checkout)}</span>
      </Button>
    </form>
  )
}

type ProblemProps = { checkout: SandboxCheckout; code: string; isNewTry: boolean }

/** Why the last try did not go through. A decline is shown until another card is chosen. */
function Problem({ checkout, code, isNewTry }: ProblemProps) {
  const message = PROBLEMS[code] ?? checkout.declined
  if (!message || isNewTry || code in FIELD_ERRORS) return null
  return (
    <Notice kind="danger" role="alert" title="The payment did not go through">
      {message}
    </Notice>
  )
}

type DigitsInputProps = {
  name: string
  placeholder: string
  pattern: string
  maxLength: number
  defaultValue: string | undefined
}

/** Browsers don't offer a real card here. */
function DigitsInput(props: DigitsInputProps) {
  return <Input {...props} required inputMode="numeric" autoComplete="off" className="tabular min-h-11" />
}

function expiryInThreeYears(): string {
  return `12 / ${String((new Date().getUTCFullYear() + 3) % 100).padStart(2, '0')}`
}

/** A link fills one in, so that it takes no script. */
function TestCards({ cards }: { cards: SandboxCheckout['testCards'] }) {
  return (
    <section aria-labelledby="test-cards" className="mt-6 px-1 sm:px-2">
      <h2 id="test-cards" className="font-medium text-[0.8125rem]">
        Test cards
      </h2>
      <p className="text-[0.8125rem] text-muted-foreground">
        Select one to fill in the form. Any future date and any CVC work.
      </p>
      <ul className="-mx-2 mt-2">
        {cards.map(({ number, outcome }) => (
          <li key={outcome}>
            <a
              href={`?card=${outcome}#card`}
              className="group flex min-h-8 flex-wrap items-center justify-between gap-x-3 rounded-md px-2 py-1.5 text-[0.8125rem] hover:bg-muted"
            >
              <span className="tabular whitespace-nowrap font-mono text-xs leading-5">
                {inGroups(number)}
              </span>
              <span className="ms-auto text-muted-foreground">{OUTCOMES[outcome]}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function PaidCheckout({ checkout }: { checkout: SandboxCheckout }) {
  return (
    <EndPage
      Icon={CircleCheck}
      title="This payment is complete"
      link={{ href: checkout.successUrl, text: `Continue to ${checkout.vendorName}` }}
    >
      {checkout.vendorName} has received {amountOf(checkout)}. You don’t need to pay again.
    </EndPage>
  )
}

export function ExpiredCheckout({ checkout: { vendorName, cancelUrl } }: { checkout: SandboxCheckout }) {
  return (
    <EndPage
      Icon={Clock}
      title="This checkout has expired"
      link={cancelUrl === null ? null : { href: cancelUrl, text: 'Go back and start again' }}
    >
      Open the payment link from {vendorName} again to pay. You have not been charged.
    </EndPage>
  )
}

export function UnknownCheckout() {
  return (
    <EndPage Icon={Link2Off} title="We can’t find this checkout" link={null}>
      Check that the whole address was copied, or open the payment link again.
    </EndPage>
  )
}

type EndPageProps = {
  Icon: typeof Clock
  title: string
  link: { href: string; text: string } | null
  children: ReactNode
}

function EndPage({ Icon, title, link, children }: EndPageProps) {
  return (
    <SandboxFrame title={title}>
      <main className="flex flex-1 items-center justify-center px-4">
        <EmptyState
          Icon={Icon}
          title={<h1 className="text-base">{title}</h1>}
          action={
            link && (
              <a href={link.href} className={classNames(buttonStyle({ size: 'large' }), 'max-w-full')}>
                <span className="truncate">{link.text}</span>
              </a>
            )
          }
        >
          {children}
        </EmptyState>
      </main>
    </SandboxFrame>
  )
}

/** Every page of the sandbox opens by saying that it is one. */
function SandboxFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · Sandbox checkout`}</title>
      <meta name="description" content="The sandbox’s checkout page, for test payments." />
      <meta name="robots" content="noindex, nofollow" />
      <header
        data-testid="test-band"
        className="flex min-h-8 items-center justify-center gap-2 bg-test-band px-4 py-1 text-center text-[0.8125rem] text-test-band-foreground"
      >
        <FlaskConical aria-hidden className="size-4 shrink-0" />
        <p>
          <strong className="font-semibold">Sandbox checkout</strong>
          <span aria-hidden> · </span>
          Test mode: nothing is charged
        </p>
      </header>
      {children}
    </div>
  )
}

function amountOf({ amount }: SandboxCheckout): string {
  return formatAmountIn('en', amount.amount, amount.currency)
}

function inGroups(number: string): string {
  return number.replace(/\d{4}(?=\d)/g, '$& ')
}
