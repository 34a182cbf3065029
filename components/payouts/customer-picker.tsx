'use client'

import { useQuery } from '@tanstack/react-query'
import { Search, Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { customerSearchQuery } from '@/components/customers/customer-queries'
import { Input } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import { buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { Notice } from '../ui/notice'
import { Skeleton } from '../ui/skeleton'

const SHOWN = 8

/** The first step of a payout: its customer. `path` is of the page that takes the next one. */
export function CustomerPicker({ mode, path = '/payouts/new' }: { mode: Mode; path?: string }) {
  const [input, setInput] = useState('')
  const text = useDeferredValue(input.trim())
  const { data, error } = useQuery(customerSearchQuery(mode, text))
  const rows = data?.rows.slice(0, SHOWN) ?? []
  return (
    <Card aria-labelledby="whom" className="overflow-hidden">
      <CardHeader id="whom" title="Choose a customer" />
      <div className="relative px-4 pb-4 sm:px-5">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-3 left-7 size-4 text-muted-foreground sm:top-2.5 sm:left-8"
        />
        <Input
          type="search"
          aria-label="Search customers"
          placeholder="Name or email"
          maxLength={200}
          value={input}
          onChange={({ target }) => setInput(target.value)}
          className="pl-9"
        />
      </div>
      {error && (
        <Notice kind="danger" role="alert" className="mx-4 mb-4 sm:mx-5">
          {failureMessage(error)}
        </Notice>
      )}
      {!error && !data && <Searching />}
      {data && rows.length === 0 && (
        <EmptyState
          Icon={Users}
          title={text ? 'No matches' : `No ${mode} customers yet`}
          action={
            <Link href="/customers/new" className={buttonStyle({ variant: 'secondary', size: 'small' })}>
              New customer
            </Link>
          }
        >
          {text
            ? 'No customer’s name or email matches your search.'
            : 'A payout goes to a customer’s bank account.'}
        </EmptyState>
      )}
      <ul>
        {rows.map(({ id, name, email }) => (
          <li key={id} className="border-t">
            <Link
              href={`${path}?customer=${id}`}
              className="flex flex-col justify-between gap-x-4 px-4 py-3 hover:bg-muted sm:flex-row sm:px-5"
            >
              <span className="min-w-0 truncate font-medium">{name}</span>
              <span className="min-w-0 truncate text-muted-foreground">{email}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const FOUND = [1, 2, 3, 4, 5, 6]

function Searching() {
  return FOUND.map((row) => (
    <div key={row} className="flex flex-col justify-between gap-4 border-t px-4 py-4 sm:flex-row sm:px-5">
      <Skeleton className="h-3 w-32" />
      <Skeleton className="h-3 w-40" />
    </div>
  ))
}
