'use client'

import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ProofDialog } from '@/components/auth/proof-dialog'
import { Button, buttonStyle } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { CodeBlock } from '@/components/ui/code-block'
import { CONTROL_STYLE, Field, Input } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { docsSession, filledIn, forgetTestKey, keepIds, useDocsSession } from './docs-session'
import { prettyJson, type SampleRequest } from './samples'
import { TestKey } from './test-key'

type TryPanelProps = { request: SampleRequest; onClose: () => void }

type Outcome = { status: number; durationMs: number; requestId: string | null; body: string }

/** The request with editable fields, and its answer. */
export function TryPanel({ request, onClose }: TryPanelProps) {
  const { key } = useDocsSession()
  const heading = useId()
  const [isPending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [start] = useState(() => startOf(request))
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!key) return
    const fields = new FormData(event.currentTarget)
    const field = (name: string) => String(fields.get(name) ?? '').trim()
    setPending(true)
    setProblem(null)
    try {
      setOutcome(
        await sendRequest(request.method, field('path'), {
          key,
          idempotencyKey: field('idempotencyKey'),
          body: field('body'),
        }),
      )
    } catch {
      setProblem('No answer came. Check your connection and try again.')
    }
    setPending(false)
  }
  return (
    <Card aria-labelledby={heading} className="space-y-4 p-4 sm:p-5">
      <div className="flex items-center justify-between">
        <h3 id={heading} className="font-semibold text-base">
          Run in test mode
        </h3>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className={buttonStyle({ variant: 'ghost', size: 'icon' })}
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
      <TestKey />
      {key && (
        <form onSubmit={send} className="space-y-4">
          <Field label={`Path (${request.method})`}>
            {(control) => (
              <Input
                {...control}
                name="path"
                defaultValue={start.path}
                className="font-mono text-[0.8125rem]"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          {request.idempotencyKey && (
            <Field label="Idempotency-Key" hint="Send the form twice with the same key to see a replay">
              {(control) => (
                <Input
                  {...control}
                  name="idempotencyKey"
                  defaultValue={start.idempotencyKey}
                  className="font-mono text-[0.8125rem]"
                  autoComplete="off"
                />
              )}
            </Field>
          )}
          {request.body && (
            <Field label="Body">
              {(control) => (
                <textarea
                  {...control}
                  name="body"
                  defaultValue={start.body}
                  rows={Math.min(16, start.body.split('\n').length + 1)}
                  className={classNames(CONTROL_STYLE, 'py-2 font-mono')}
                  spellCheck={false}
                />
              )}
            </Field>
          )}
          <Button type="submit" pending={isPending}>
            Send request
          </Button>
        </form>
      )}
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      {outcome && <Answer outcome={outcome} />}
      <ProofDialog />
    </Card>
  )
}

function Answer({ outcome: { status, durationMs, requestId, body } }: { outcome: Outcome }) {
  return (
    <div role="status" className="space-y-2">
      <p className="text-sm">
        <span className={status < 400 ? 'font-semibold text-success' : 'font-semibold text-danger'}>
          {status}
        </span>{' '}
        <span className="text-muted-foreground">
          in {durationMs} ms{requestId && <>, request {requestId}</>}
        </span>
      </p>
      <CodeBlock what="the answer" code={body} />
    </div>
  )
}

/** The fields at first: with the ids that the tab knows, and values of which only one may exist made new. */
function startOf({ url, idempotencyKey, body }: SampleRequest) {
  const session = docsSession()
  const run = newRun()
  const text = body ? prettyJson(body).replace(/"(\w+)@example\.com"/, `"$1+${run}@example.com"`) : ''
  return {
    path: filledIn(url.replace(/^https?:\/\/[^/]+/, ''), session),
    idempotencyKey: idempotencyKey ? `${idempotencyKey}-${run}` : '',
    body: filledIn(text, session),
  }
}

function newRun(): string {
  return [...crypto.getRandomValues(new Uint8Array(4))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

type RequestFields = { key: string; idempotencyKey: string; body: string }

/** Only paths of the public API on this origin, so that the key goes nowhere else. */
async function sendRequest(
  method: string,
  path: string,
  { key, idempotencyKey, body }: RequestFields,
): Promise<Outcome> {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || !url.pathname.startsWith('/api/v2/')) {
    return { status: 0, durationMs: 0, requestId: null, body: 'The path must begin with /api/v2/' }
  }
  const startedAt = performance.now()
  const answer = await fetch(url, {
    method,
    // The key alone decides, as on a server: no cookie goes along.
    credentials: 'omit',
    headers: {
      Authorization: `Bearer ${key}`,
      ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
  })
  const text = await answer.text()
  const durationMs = Math.round(performance.now() - startedAt)
  const parsed = parsedJson(text)
  if (answer.ok) keepIds(parsed)
  if (answer.headers.get('Counterfoil-Error') === 'invalid_api_key') forgetTestKey()
  return {
    status: answer.status,
    durationMs,
    requestId: answer.headers.get('X-Request-Id'),
    body: parsed === null ? text : prettyJson(parsed),
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
