'use client'

import { Checkbox } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { BankAccountRow } from '@/lib/bank-accounts/bank-account'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type NewAccountCheckProps = {
  bankAccount: BankAccountRow
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/**
 * Asks for a second look before the first payouts to an account from a link: somebody else may have opened the link, and
 * money that is sent does not come back. What is ticked is sent with the payout; the service refuses it otherwise.
 */
export function NewAccountCheck({ bankAccount, isChecked, onChange }: NewAccountCheckProps) {
  const { holder, bankName, last4, createdAt } = bankAccount
  return (
    <Notice kind="warning" title={`This bank account is new: added ${ageInWords(createdAt)}`}>
      <p>
        The customer entered it through a link. Ask them, by another way than the one by which you sent the
        link, whether it is theirs.
      </p>
      <label className="mt-3 flex items-start gap-2 text-foreground">
        <Checkbox
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5"
        />
        <span className="wrap-anywhere">
          I checked that {bankName} •••• {last4} belongs to {holder}
        </span>
      </label>
    </Notice>
  )
}

/** `20 minutes ago`, `1 hour ago` */
export function ageInWords(createdAt: string, at = Date.now()): string {
  const ageMs = at - Date.parse(createdAt)
  const isHours = ageMs >= HOUR_MS
  const count = Math.floor(ageMs / (isHours ? HOUR_MS : MINUTE_MS))
  if (count < 1) return 'just now'
  const unit = isHours ? 'hour' : 'minute'
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
