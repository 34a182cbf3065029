import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { DialogActions } from '../ui/dialog'
import { Notice } from '../ui/notice'

/** The recovery codes, the one time that they can be seen. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className="space-y-4">
      <Notice kind="warning" role="alert" title="This is the only time these codes are shown">
        Each signs you in once without your phone. Keep them where you keep your passwords, and not on the
        phone alone.
      </Notice>
      <ul
        aria-label="Recovery codes"
        data-testid="recovery-codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border bg-muted/60 px-4 py-3 font-mono text-[0.8125rem] sm:text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
        <CopyButton text={codes.join('\n')} what="recovery codes" withLabel variant="primary" />
      </DialogActions>
    </div>
  )
}
