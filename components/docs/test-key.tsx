'use client'

import { type FormEvent, useState } from 'react'
import { failureMessage, RequestFailure, requestJson } from '@/components/browser/request'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { forgetTestKey, keepTestKey, useDocsSession } from './docs-session'

const NOT_A_TEST_KEY = 'Paste a test key, which starts with cf_test_'

/** The test key of this tab, or two ways to get one. Stored keys are hashes, so none can be looked up. */
export function TestKey() {
  const { key } = useDocsSession()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSignedOut, setSignedOut] = useState(false)
  if (key) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span>
          Test key <span className="font-mono text-[0.8125rem]">{`${key.slice(0, 11)}…`}</span>, kept in this
          tab only
        </span>
        <Button variant="ghost" size="small" onClick={forgetTestKey}>
          Forget key
        </Button>
      </p>
    )
  }
  const create = async () => {
    setPending(true)
    setProblem(null)
    try {
      const created = await requestJson<{ key: string }>('/api/dashboard/api-keys?mode=test', {
        method: 'POST',
        body: { name: 'Documentation', expiresInDays: 1 },
      })
      keepTestKey(created.key)
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 401) setSignedOut(true)
      else setProblem(failureMessage(error))
    }
    setPending(false)
  }
  const paste = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = String(new FormData(event.currentTarget).get('key')).trim()
    if (key.startsWith('cf_test_')) keepTestKey(key)
    else setProblem(NOT_A_TEST_KEY)
  }
  return (
    <div className="space-y-4">
      {isSignedOut ? (
        <Notice>
          <Link href={`/sign-in?next=${encodeURIComponent(location.pathname)}`} className="underline">
            Sign in
          </Link>{' '}
          to create a test key here, or paste one.
        </Notice>
      ) : (
        <div className="space-y-2">
          <Button pending={isPending} onClick={create}>
            Create test key
          </Button>
          <p className="text-[0.8125rem] text-muted-foreground">
            It expires after a day and is kept in this browser tab only. No money moves.
          </p>
        </div>
      )}
      <form onSubmit={paste} className="flex items-end gap-2">
        <Field label="Or paste a test key" error={problem ?? undefined} className="min-w-0 flex-1">
          {(control) => (
            <Input {...control} name="key" type="password" autoComplete="off" placeholder="cf_test_…" />
          )}
        </Field>
        <Button type="submit" variant="secondary" className="h-10 sm:h-9">
          Use key
        </Button>
      </form>
    </div>
  )
}
