import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint, or its error, which is announced when it appears. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId()
  // The error says what the hint does, so it takes its place.
  const noteId = error || hint ? `${id}-note` : undefined
  return (
    <div className={classNames('space-y-1.5', className)}>
      <label htmlFor={id} className="block font-medium text-[0.8125rem]">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': noteId,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <p id={noteId} role="alert" className="text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : (
        hint && (
          <p id={noteId} className="text-[0.8125rem] text-muted-foreground">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
