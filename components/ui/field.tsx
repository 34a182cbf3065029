import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'

type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  className?: string
  /** Where headings of a table name the field, the label is for screen readers: `@2xl:sr-only`. */
  labelClassName?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with a hint or an error; errors are announced when they appear. */
export function Field({ label, hint, error, className, labelClassName, children }: FieldProps) {
  const id = useId()
  // The error replaces the hint, since it says the same.
  const noteId = error || hint ? `${id}-note` : undefined
  return (
    <div className={classNames('space-y-1.5', className)}>
      <label htmlFor={id} className={classNames('block font-medium text-[0.8125rem]', labelClassName)}>
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

/** 16 px on small screens: iOS zooms into anything smaller. */
export const CONTROL_STYLE = classNames(
  'block w-full rounded-lg border border-control-border bg-surface px-3 text-base text-foreground shadow-card sm:text-sm',
  'placeholder:text-muted-foreground aria-invalid:border-danger',
  // Not `focus-visible`: a date input does not match it while its calendar button has the focus.
  'focus:border-accent-text focus:outline-2 focus:outline-accent-text focus:outline-offset-0',
)

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={classNames(CONTROL_STYLE, 'h-10 sm:h-9', className)} />
}

export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} className={classNames(CONTROL_STYLE, 'min-h-16 py-2', className)} />
}

/** The native select, which works with every keyboard, phone and screen reader. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        {...props}
        className={classNames(CONTROL_STYLE, 'h-10 appearance-none pr-9 sm:h-9', className)}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  )
}

/** Our own, because browsers draw an unticked one on a dark page as a grey block. High contrast keeps the borders. */
const TICK_STYLE =
  'inline-grid size-4 shrink-0 appearance-none place-content-center border border-control-border bg-surface checked:border-accent'

export function Checkbox({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...props}
      type="checkbox"
      className={classNames(
        TICK_STYLE,
        'rounded-sm checked:bg-accent',
        'checked:before:mb-0.5 checked:before:h-2 checked:before:w-1 checked:before:rotate-45',
        'checked:before:border-accent-foreground checked:before:border-r-2 checked:before:border-b-2',
        className,
      )}
    />
  )
}

export function Radio({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...props}
      type="radio"
      className={classNames(TICK_STYLE, 'rounded-full checked:border-[5px]', className)}
    />
  )
}
