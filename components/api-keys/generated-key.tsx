import type { ReactNode } from 'react'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { DialogActions } from '../ui/dialog'
import { Notice } from '../ui/notice'

type GeneratedKeyProps = { apiKey: string; note?: ReactNode; onDone: () => void }

/** The key, the one time that it can be seen. */
export function GeneratedKey({ apiKey, note, onDone }: GeneratedKeyProps) {
  return (
    <div className="space-y-4">
      <Notice kind="warning" role="alert" title="This is the only time the key is shown">
        Copy it now and keep it somewhere safe. If it is lost, generate a new one and revoke this one.
      </Notice>
      <div className="space-y-1.5">
        <p id="generated-key" className="font-medium text-[0.8125rem]">
          API key
        </p>
        <output
          aria-labelledby="generated-key"
          data-testid="api-key"
          className="block select-all break-all rounded-lg border bg-muted/60 px-3 py-2.5 font-mono text-[0.8125rem] leading-5"
        >
          {apiKey}
        </output>
      </div>
      {note && <p className="text-[0.8125rem] text-muted-foreground">{note}</p>}
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
        <CopyButton text={apiKey} what="API key" withLabel variant="primary" />
      </DialogActions>
    </div>
  )
}
