'use client'

import { Dialog } from '../ui/dialog'
import { sectionsFor, type Viewer } from './pages'

const EVERYWHERE: [string[], string][] = [
  [['⌘', 'K'], 'Search or jump to (Ctrl K on Windows and Linux)'],
  [['?'], 'Show keyboard shortcuts'],
]

const IN_LISTS: [string[], string][] = [
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['/'], 'Search the list'],
]

export function KeysDialog({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const goes = sectionsFor(viewer).flatMap(({ pages }) =>
    pages.flatMap(({ goKey, label }): [string[], string][] => (goKey ? [[['g', goKey], label]] : [])),
  )
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <div className="space-y-5">
        <Keys title="Everywhere" keys={EVERYWHERE} />
        <Keys title="In lists" keys={IN_LISTS} />
        <Keys title="Go to" keys={goes} />
      </div>
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: [string[], string][] }) {
  return (
    <section>
      <h3 className="pb-1.5 font-medium text-muted-foreground text-xs">{title}</h3>
      <dl className="space-y-1.5">
        {keys.map(([sequence, meaning]) => (
          <div key={meaning} className="flex items-center justify-between gap-4">
            <dt>{meaning}</dt>
            <dd className="flex shrink-0 gap-1">
              {sequence.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-md border bg-muted px-1.5 py-0.5 text-center font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
