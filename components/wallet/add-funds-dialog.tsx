'use client'

import { type FormEvent, useRef, useState } from 'react'
import { formatMoney } from '@/lib/client/format-money'
import { failureMessage } from '@/lib/client/request'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { useAddTestFunds } from '@/lib/client/wallet'
import { parsePlainDecimal } from '@/lib/decimals'
import { Button } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { Notice } from '../ui/notice'
import { Select } from '../ui/select'
import { useToast } from '../ui/toast'

const COMMON = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'KWD']

type AddFundsDialogProps = { open: boolean; onClose: () => void; currencies: string[] }

/** Money that is none, to try payouts with. */
export function AddFundsDialog({ open, onClose, currencies }: AddFundsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add test funds"
      description="For trying payouts. It is no money, and live mode has nothing of the kind."
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
  const toast = useToast()

  const send = useSingleFlight(async () => {
    try {
      await add.mutateAsync({ amount: amount.trim(), currency })
      toast(`${formatMoney({ amount: amount.trim(), currency })} of test funds are in the wallet`)
      onClose()
    } catch {
      // The mutation's own state tells it.
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const decimal = parsePlainDecimal(amount.trim())
    const isGood = decimal !== null && decimal.digits > 0n
    setProblem(isGood ? undefined : 'Enter an amount above zero, like 25 or 25.50.')
    if (isGood) send()
    else input.current?.focus()
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      {add.error && (
        <Notice kind="danger" role="alert">
          {failureMessage(add.error)}
        </Notice>
      )}
      <div className="grid grid-cols-[1fr_7rem] gap-3">
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
            <Select {...control} value={currency} onChange={({ target }) => setCurrency(target.value)}>
              {[...new Set([...COMMON, ...currencies])].map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={add.isPending}>
          Add funds
        </Button>
      </DialogActions>
    </form>
  )
}
