'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureMessage, requestJson } from '@/components/browser/request'
import { useHydrated } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import type { ImportCheck, ImportResult, ImportRow } from '@/lib/customers/import-customers'
import { CUSTOMER_COLUMNS_OF_FILE, type FileField, IMPORT_OUTCOMES } from '@/lib/customers/import-fields'
import { MAX_FILE_BYTES } from '@/lib/lists/parse-csv'
import { Badge } from '../ui/badge'
import { Button, buttonStyle } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { Field, Input, Select } from '../ui/field'
import { Link } from '../ui/link'
import { Notice } from '../ui/notice'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'

const PATH = '/api/dashboard/customers/import'

type Existing = 'update' | 'skip'
type SourceFile = { name: string; text: string }
type Options = { mapping: ImportCheck['mapping'] | null; existing: Existing }

/** A file is chosen, its columns matched and its rows checked; then its good rows are imported at once. */
export function CustomerImport({ mode }: { mode: Mode }) {
  const client = useQueryClient()
  const isReady = useHydrated()
  const [file, setFile] = useState<SourceFile | null>(null)
  const [existing, setExisting] = useState<Existing>('update')
  const [tooLarge, setTooLarge] = useState(false)
  const latest = useRef(0)
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const post = <Answer,>(path: string, body: object) =>
    requestJson<Answer>(`${path}?mode=${mode}`, { method: 'POST', body })

  /** Begins a step; returns whether it is still the latest one: answers and files may overtake each other. */
  const begin = () => {
    latest.current += 1
    const turn = latest.current
    return () => turn === latest.current
  }
  const checking = useMutation({
    mutationFn: async ({ source, ...options }: Options & { source: SourceFile }) => {
      const isLatest = begin()
      const answer = await post<ImportCheck>(`${PATH}/check`, { file: source.text, ...options })
      if (isLatest()) setCheck(answer)
    },
  })
  const importing = useMutation({
    mutationFn: ({ source, check }: { source: SourceFile; check: ImportCheck }) => {
      const { id, mapping } = check
      return post<ImportResult>(PATH, { id, name: source.name, file: source.text, mapping, existing })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [mode] }),
  })

  const choose = async (file: File | undefined) => {
    const isLatest = begin()
    setCheck(null)
    setFile(null)
    setTooLarge(false)
    if (!file) return
    if (file.size > MAX_FILE_BYTES) return setTooLarge(true)
    const source = { name: file.name.slice(0, 255), text: await file.text() }
    if (!isLatest()) return
    setFile(source)
    checking.mutate({ source, mapping: null, existing })
  }
  const change = (options: Partial<Options>) => {
    if (options.existing) setExisting(options.existing)
    if (file && check) {
      checking.mutate({ source: file, mapping: check.mapping, existing, ...options })
    }
  }

  if (importing.data) return <ImportSummary result={importing.data} />
  const failure = checking.error ?? importing.error
  // After a failed check, the rows on the page are those of other choices.
  const toImport = check && !checking.isError ? (check.counts.create ?? 0) + (check.counts.change ?? 0) : 0
  return (
    <div className="space-y-6">
      <Card className="space-y-4 p-4 sm:p-5">
        <Field
          label="CSV file"
          hint="The first line names the columns. Save a spreadsheet as CSV (UTF-8)."
          error={tooLarge ? 'The file is larger than 512 KB' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="file"
              accept=".csv,text/csv"
              disabled={!isReady}
              onChange={({ target }) => choose(target.files?.[0])}
              className="h-auto! py-1.5 file:mr-3 file:rounded-md file:bg-muted file:px-2.5 file:py-1 file:font-medium"
            />
          )}
        </Field>
        <Field label="Customers you already have" className="sm:max-w-80">
          {(control) => (
            <Select
              {...control}
              value={existing}
              onChange={({ target }) => change({ existing: target.value as Existing })}
            >
              <option value="update">Update from the file</option>
              <option value="skip">Leave as they are</option>
            </Select>
          )}
        </Field>
      </Card>
      {failure && (
        <Notice kind="danger" role="alert">
          {failureMessage(failure)}
        </Notice>
      )}
      {check && file && (
        <>
          <ColumnMapping check={check} onChange={(mapping) => change({ mapping })} />
          <Card aria-labelledby="check" className="overflow-hidden">
            <CardHeader
              id="check"
              title="Check"
              description={countWords(check)}
              action={
                <Button
                  pending={importing.isPending || checking.isPending}
                  aria-disabled={toImport === 0 || undefined}
                  onClick={() => toImport > 0 && importing.mutate({ source: file, check })}
                >
                  {importWords(toImport)}
                </Button>
              }
            />
            <ImportRows label="Rows of the file" rows={check.rows} words="plan" />
          </Card>
        </>
      )}
    </div>
  )
}

function importWords(count: number): string {
  if (count === 0) return 'Nothing to import'
  return `Import ${count === 1 ? '1 customer' : `${count} customers`}`
}

function countWords({ counts }: ImportResult): string {
  const parts = [
    `${counts.create} new`,
    `${counts.change} to update`,
    `${(counts.unchanged ?? 0) + (counts.skip ?? 0)} unchanged`,
    `${counts.refuse} with errors`,
  ]
  return parts.join(' · ')
}

type ColumnMappingProps = {
  check: ImportCheck
  onChange: (mapping: ImportCheck['mapping']) => void
}

/** Which column of the file is which detail of a customer. */
function ColumnMapping({ check: { columns, mapping }, onChange }: ColumnMappingProps) {
  const choose = (field: FileField, value: string) => {
    const next = { ...mapping }
    if (value === '') delete next[field]
    else next[field] = Number(value)
    onChange(next)
  }
  return (
    <Card aria-labelledby="columns">
      <CardHeader
        id="columns"
        title="Columns"
        description="Empty cells don’t change what you already have."
      />
      <div className="grid gap-4 px-4 pb-5 sm:grid-cols-2 sm:px-5 lg:grid-cols-3">
        {Object.entries(CUSTOMER_COLUMNS_OF_FILE).map(([name, { label }]) => {
          const field = name as FileField
          const column = mapping[field]
          const example = column === undefined ? undefined : columns[column]?.example
          return (
            <Field key={field} label={label} hint={example && `Example: ${example.slice(0, 60)}`}>
              {(control) => (
                <Select
                  {...control}
                  value={column ?? ''}
                  onChange={({ target }) => choose(field, target.value)}
                >
                  <option value="">Not in the file</option>
                  {columns.map(({ title }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; titles may repeat.
                    <option key={index} value={index}>
                      {title || `Column ${index + 1}`}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )
        })}
      </div>
    </Card>
  )
}

type ImportRowsProps = { label: string; rows: ImportRow[]; words: 'plan' | 'result' }

/** Row by row; what can't be imported comes first. */
function ImportRows({ label, rows, words }: ImportRowsProps) {
  const ordered = rows.toSorted(
    (a, b) => Number(b.outcome === 'refuse') - Number(a.outcome === 'refuse') || a.line - b.line,
  )
  return (
    <div className="max-h-[32rem] overflow-y-auto">
      <Table label={label}>
        <TableHead>
          <HeadCell>Line</HeadCell>
          <HeadCell>Customer</HeadCell>
          <HeadCell>Result</HeadCell>
        </TableHead>
        <tbody>
          {ordered.map(({ line, name, email, outcome, message }) => (
            <Row key={line}>
              <Cell className="tabular">{line}</Cell>
              <Cell className="max-w-44 sm:max-w-72">
                <span className="block truncate font-medium">{name || '—'}</span>
                <span className="block truncate text-[0.8125rem] text-muted-foreground">{email}</span>
              </Cell>
              <Cell>
                <Badge tone={IMPORT_OUTCOMES[outcome].tone}>{IMPORT_OUTCOMES[outcome][words]}</Badge>
                {message && (
                  <span className="block text-[0.8125rem] text-muted-foreground first-letter:uppercase">
                    {message}
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function ImportSummary({ result }: { result: ImportResult }) {
  const { create = 0, change = 0, refuse = 0 } = result.counts
  return (
    <div className="space-y-6">
      <Notice kind={refuse > 0 ? 'info' : 'success'} title="Customers imported" role="status">
        {create} created, {change} updated
        {refuse > 0 && `, ${refuse} not imported: fix these rows and import the file again`}
      </Notice>
      <Link href="/customers" className={buttonStyle()}>
        Go to customers
      </Link>
      <Card aria-label="Results" className="overflow-hidden">
        <ImportRows label="Results" rows={result.rows} words="result" />
      </Card>
    </div>
  )
}
