'use client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useRef, useState } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import { CurrencyField } from '@/components/forms/currency-field'
import { useDialogAction } from '@/components/forms/send-once'
import { Button, buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Input } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { formatMoney, Money } from '@/components/ui/money'
import { PageHeader } from '@/components/ui/page-header'
import { useToast } from '@/components/ui/toast'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import { parsePlainDecimal, plainDecimal } from '@/lib/money/decimals'
import type { BalanceView } from '@/lib/wallet/present-entry'
import type { WalletView } from '@/lib/wallet/queries'
import type { StatementRow } from '@/lib/wallet/statement'
import { BalanceDetails } from './balance-details'
import { StatementList } from './statement-list'

type WalletPanelProps = {
  initial: WalletView
  first: FirstList<StatementRow>
  /** Codes of all currencies, for test funds. */
  currencies: string[]
  isReadOnly: boolean
  mayWithdraw: boolean
}

export function WalletPanel({ initial, first, currencies, isReadOnly, mayWithdraw }: WalletPanelProps) {
  const { mode } = initial
  const { data: wallet } = useQuery({ ...walletQuery(mode), initialData: initial })
  const router = useRouter()
  // The palette opens the dialog by the address.
  const isInAddress = useSearchParams().has('add-funds')
  const [isOpen, setAdding] = useState(false)
  const close = () => {
    setAdding(false)
    if (isInAddress) router.replace('/wallet', { scroll: false })
  }
  const canAdd = mode === 'test' && !isReadOnly
  return (
    <div className="space-y-6">
      <PageHeader
        title="Wallet"
        action={
          <div className="flex flex-wrap gap-2">
            <Link href="/wallet/proofs" className={buttonStyle({ variant: 'secondary' })}>
              Proofs
            </Link>
            {mayWithdraw && (
              <Link href="/payouts/new?withdraw" className={buttonStyle({ variant: 'secondary' })}>
                Withdraw
              </Link>
            )}
            {canAdd && <Button onClick={() => setAdding(true)}>Add test funds</Button>}
          </div>
        }
      />
      <WalletBalances balances={wallet.balances} />
      <StatementList
        mode={mode}
        first={first}
        currencies={wallet.balances.map(({ currency }) => currency)}
        onAdd={canAdd ? () => setAdding(true) : null}
      />
      {canAdd && <AddFundsDialog open={isOpen || isInAddress} onClose={close} currencies={currencies} />}
    </div>
  )
}

const PATH = '/api/dashboard/wallet'

const walletQuery = (mode: Mode) =>
  queryOptions({
    queryKey: [mode, 'wallet'],
    queryFn: ({ signal }) => requestJson<WalletView>(`${PATH}?mode=${mode}`, { signal }),
  })

/** Credits play money to the test wallet. */
function useAddTestFunds() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (funds: { amount: string; currency: string }) =>
      requestJson<WalletView>(`${PATH}/test-funds?mode=test`, { method: 'POST', body: funds }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['test'] }),
  })
}

/** The wallet's balance per currency; each links to its statement. */
function WalletBalances({ balances }: { balances: BalanceView[] }) {
  const currency = useSearchParams().get('currency')?.toUpperCase() || 'USD'
  return (
    <ul aria-label="Balances" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {balances.map((balance) => (
        <li key={balance.currency}>
          <Link
            href={`/wallet?currency=${balance.currency}`}
            aria-current={balance.currency === currency ? 'true' : undefined}
            className={classNames(
              'block h-full rounded-xl border bg-surface px-4 py-4 shadow-card hover:bg-muted/50 sm:px-5',
              balance.currency === currency && balances.length > 1 && 'border-accent-text',
            )}
          >
            <span className="block text-muted-foreground">Available {balance.currency}</span>
            <span className="mt-1 block font-semibold text-2xl tracking-tight">
              <Money value={balance.available} />
            </span>
            <BalanceDetails balance={balance} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

type AddFundsDialogProps = { open: boolean; onClose: () => void; currencies: string[] }

/** Adds play money, to try payouts with. */
function AddFundsDialog({ open, onClose, currencies }: AddFundsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add test funds"
      description="To try out payouts. No real money is involved."
    >
      <FundsForm currencies={currencies} onClose={onClose} />
    </Dialog>
  )
}

function FundsForm({ currencies, onClose }: Omit<AddFundsDialogProps, 'open'>) {
  const [amount, setAmount] = useState('1000')
  const [currency, setCurrency] = useState('USD')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const add = useAddTestFunds()
  const router = useRouter()
  const toast = useToast()

  const send = useDialogAction(async () => {
    const funds = { amount: plainDecimal(amount), currency }
    await add.mutateAsync(funds)
    toast(`${formatMoney(funds)} of test funds added`)
    onClose()
    // Go to the currency of the money, so that the toast and the page speak of the same one.
    router.replace(currency === 'USD' ? '/wallet' : `/wallet?currency=${currency}`, { scroll: false })
  })
  const submit = () => {
    const decimal = parsePlainDecimal(plainDecimal(amount))
    const isGood = decimal !== null && decimal.digits > 0n
    setProblem(isGood ? undefined : 'Enter an amount above zero, such as 25 or 1,250.00')
    if (isGood) send()
    else input.current?.focus()
  }
  return (
    <DialogForm
      onSubmit={submit}
      error={add.error && failureMessage(add.error)}
      onCancel={onClose}
      action="Add funds"
      pending={add.isPending}
    >
      <div className="space-y-4">
        <Field label="Amount" error={problem}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              className="tabular text-right"
            />
          )}
        </Field>
        <Field label="Currency">
          {(control) => (
            <CurrencyField
              value={currency}
              onChange={setCurrency}
              currencies={currencies}
              isInline
              control={control}
            />
          )}
        </Field>
      </div>
    </DialogForm>
  )
}
