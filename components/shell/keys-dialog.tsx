'use client'

import { useId } from 'react'
import { chooseLetterKeys, isKeyInUse, useLetterKeys } from '@/components/browser/use-keys'
import { Dialog } from '../ui/dialog'
import { Switch } from '../ui/switch'
import { newRecordsFor, sectionsFor, type Viewer } from './pages'

const HELP: [string[], string][] = [[['?'], 'Show keyboard shortcuts']]

const CREATE: [string[], string][] = [[['c'], 'Create what the page lists, or else an invoice']]

const EDIT: [string[], string][] = [[['e'], 'Edit the open invoice']]

const IN_LISTS: [string[], string][] = [
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['/'], 'Search the list'],
]

export function KeysDialog({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const id = useId()
  const areLettersKeys = useLetterKeys()
  const search: [string[], string][] = [[[commandKey(), 'K'], 'Search or jump to']]
  const goes = sectionsFor(viewer).flatMap(({ pages }) =>
    pages.flatMap(({ goKey, label }): [string[], string][] => (goKey ? [[['g', goKey], label]] : [])),
  )
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts">
      <div className="space-y-5">
        <div className="flex items-start justify-between gap-4">
          <label htmlFor={id}>
            Single-key shortcuts
            <span id={`${id}-hint`} className="block text-[0.8125rem] text-muted-foreground">
              Turn them off if you speak to your computer or press keys by accident
            </span>
          </label>
          <Switch
            id={id}
            tone="accent"
            aria-describedby={`${id}-hint`}
            checked={areLettersKeys}
            onChange={chooseLetterKeys}
          />
        </div>
        <Keys
          title="Everywhere"
          keys={
            areLettersKeys
              ? [...search, ...(newRecordsFor(viewer).length > 0 ? [...CREATE, ...EDIT] : []), ...HELP]
              : search
          }
        />
        <Keys
          title="Writing an invoice"
          keys={[
            [['/'], 'Find a saved item, at the start of a line'],
            [[commandKey(), 'Enter'], 'Review and send, or save changes'],
          ]}
        />
        {areLettersKeys && (
          <>
            <Keys
              title="In lists"
              // Few lists have rows that can be selected.
              keys={IN_LISTS.filter(([[key]]) => key !== 'x' || isKeyInUse('x'))}
            />
            <Keys title="Go to" keys={goes} />
          </>
        )}
      </div>
    </Dialog>
  )
}

/** As the server told it, on the document. */
function commandKey(): string {
  return document.documentElement.classList.contains('has-command-key') ? '⌘' : 'Ctrl'
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
