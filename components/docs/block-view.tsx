import { CodeBlock } from '@/components/ui/code-block'
import type { Block } from './content'
import { TryRequest, WebhookInbox } from './opened-panels'
import { DocsTable, List, Paragraph, SubHeading } from './prose'
import { SampleTabs } from './sample-tabs'

/** One block of a page. */
export function BlockView({ block }: { block: Block }) {
  if (typeof block === 'string') return <Paragraph text={block} />
  switch (block.kind) {
    case 'list':
      return <List items={block.items} isOrdered={block.isOrdered ?? false} />
    case 'heading':
      return <SubHeading id={block.id} text={block.text} />
    case 'code':
      return <CodeBlock what={block.what} code={block.code} />
    case 'samples':
      return (
        <>
          <SampleTabs what={block.what} samples={block.samples} />
          <TryRequest request={block.request} />
        </>
      )
    case 'table':
      return (
        <DocsTable
          label={block.label}
          head={block.head}
          rows={block.rows}
          isWide={block.isWide ?? false}
          anchors={block.anchors ?? []}
        />
      )
    case 'inbox':
      return <WebhookInbox />
    case 'endpoint':
      return (
        <p className="break-words rounded-lg border bg-surface px-3.5 py-2.5 font-mono text-sm">
          <span className="font-semibold text-accent-text">{block.method}</span> {block.path}
        </p>
      )
  }
}
