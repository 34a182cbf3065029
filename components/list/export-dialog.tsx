'use client'

import { useState } from 'react'
import { Select } from '@/components/ui/field'
import type { Mode } from '@/lib/auth/mode'
import { zoneNames } from '@/lib/time/zone-names'
import { buttonStyle } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Field } from '../ui/field'
import { useZone } from '../ui/timestamp'
import { listUrl } from './list-address'

type ExportDialogProps = { label: string; mode: Mode; path: string; search: string; onClose: () => void }

/** Downloads every filtered row, not just the current page. */
export function ExportDialog({ label, mode, path, search, onClose }: ExportDialogProps) {
  const own = useZone().name
  const [zone, setZone] = useState(own)
  const [zones] = useState(() => zoneNames(own))
  const query = new URLSearchParams(search)
  for (const name of ['after', 'before']) query.delete(name)
  query.set('time_zone', zone)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Export ${label.toLowerCase()}`}
      description="A CSV file of all rows on every page that match your search and filters, in this order."
    >
      <Field label="Time zone" hint="For the times in the file">
        {(control) => (
          <Select {...control} value={zone} onChange={({ target }) => setZone(target.value)}>
            {zones.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <DialogActions>
        <a href={listUrl(mode, path, query.toString())} download onClick={onClose} className={buttonStyle()}>
          Download
        </a>
      </DialogActions>
    </Dialog>
  )
}
