import { CodeBlock } from '../ui/code-block'
import { curlCommand, prettyJson } from './curl-command'
import { Code, DocsTable, List, Paragraph, SubHeading } from './prose'
import type { Endpoint, ErrorRow, ObjectType, RequestField } from './reference'

/** The reference of one endpoint. */
export function EndpointReference({ endpoint }: { endpoint: Endpoint }) {
  const { id, title, method, path, text, fields, errors, example, notes } = endpoint
  return (
    <>
      <p className="break-words rounded-lg border bg-surface px-3.5 py-2.5 font-mono text-sm">
        <span className="font-semibold text-accent-text">{method}</span> {path}
      </p>
      <Paragraph>{text}</Paragraph>
      <FieldTable label={`Fields: ${title}`} fields={fields} />
      <SubHeading id={`${id}-example`}>Example</SubHeading>
      <CodeBlock what={`the request: ${title}`} code={curlCommand(endpoint)} />
      <p>
        Answered with <Code>{example.status}</Code>:
      </p>
      <CodeBlock what={`the answer: ${title}`} code={prettyJson(example.answer)} />
      {notes.length > 0 && <List items={notes} />}
      <SubHeading id={`${id}-errors`}>Errors, in the order of the checks</SubHeading>
      <ErrorTable label={`Errors: ${title}`} errors={errors} />
    </>
  )
}

function FieldTable({ label, fields }: { label: string; fields: readonly RequestField[] }) {
  return (
    <DocsTable
      label={label}
      className="min-w-[46rem]"
      head={['Field', 'Type', 'Required', 'Default', 'Limits and meaning']}
      rows={fields.map(({ name, type, required, fallback, text }) => [
        `\`${name}\``,
        type,
        required,
        fallback ?? '',
        text,
      ])}
    />
  )
}

/** Every row repeats the status, because clients branch on it first. */
export function ErrorTable({ label, errors }: { label: string; errors: readonly ErrorRow[] }) {
  return (
    <DocsTable
      label={label}
      className="min-w-[40rem]"
      head={['Status', 'error', 'When']}
      rows={errors.map(({ status, message, text }) => [String(status), `\`${message}\``, text])}
    />
  )
}

export function ObjectReference({ object }: { object: ObjectType }) {
  return (
    <>
      <SubHeading id={object.id}>{object.title}</SubHeading>
      <Paragraph>{object.text}</Paragraph>
      <DocsTable
        label={`Object: ${object.title}`}
        className="min-w-[32rem]"
        head={['Field', 'Type', 'Meaning']}
        rows={object.fields.map(({ name, type, text }) => [`\`${name}\``, type, text])}
      />
    </>
  )
}
