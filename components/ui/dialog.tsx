'use client'
import * as Primitive from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Button, type ButtonStyle, buttonStyle } from './button'
import { classNames } from './class-names'
import { Notice } from './notice'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Ignores outside clicks and Escape, for content that can't be shown again. */
  sticky?: boolean
  /** The element to go on with after the dialog, if the one that opened it is gone. */
  focusNext?: () => HTMLElement | null
  children: ReactNode
}

export const OVERLAY_STYLE = 'fixed inset-0 z-50 bg-overlay'

export const PANEL_STYLE = classNames(
  'appear fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] w-full overflow-y-auto rounded-t-2xl border bg-surface p-5 shadow-float',
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[30rem] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl sm:p-6',
)

/** A dialog; on small screens a sheet from the bottom. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, sticky, focusNext, children } = props
  const focusReturn = useFocusReturn(focusNext)
  const stay = sticky ? (event: Event) => event.preventDefault() : undefined
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={OVERLAY_STYLE} />
        <Primitive.Content
          className={PANEL_STYLE}
          {...focusReturn}
          {...(stay
            ? { onEscapeKeyDown: stay, onInteractOutside: stay }
            : { onKeyDown: (event) => closeByEscape(event, onOpenChange) })}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Primitive.Title className="pr-8 font-semibold text-base">{title}</Primitive.Title>
          {description && (
            <Primitive.Description asChild>
              <div className="mt-1 text-muted-foreground">{description}</div>
            </Primitive.Description>
          )}
          <div className="mt-4">{children}</div>
          {!sticky && (
            <Primitive.Close
              aria-label="Close"
              className={classNames(
                buttonStyle({ variant: 'ghost', size: 'icon' }),
                'absolute top-3.5 right-3.5 size-8',
              )}
            >
              <X aria-hidden className="size-4" />
            </Primitive.Close>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/**
 * Radix hears Escape in the topmost layer alone, and a toast counts as one: while one is there, a new dialog is topmost
 * only after another render, and a key that comes before it would be lost.
 */
export function closeByEscape(event: KeyboardEvent, onOpenChange: (open: boolean) => void): void {
  if (event.key === 'Escape' && !event.defaultPrevented) onOpenChange(false)
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
}

type DialogFormProps = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Shown above the fields. */
  error?: string | null
  onCancel: () => void
  cancel?: string
  action: string
  variant?: ButtonStyle['variant']
  pending: boolean
  children?: ReactNode
}

/** The form of a dialog: fields, and below them the buttons that close it and submit. */
export function DialogForm(props: DialogFormProps) {
  const {
    onSubmit,
    error,
    onCancel,
    cancel = 'Cancel',
    action,
    variant = 'primary',
    pending,
    children,
  } = props
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event)
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      {error && (
        <Notice kind="danger" role="alert">
          {error}
        </Notice>
      )}
      {children}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" variant={variant} pending={pending}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}

export type FocusReturn = {
  onOpenAutoFocus: (event: Event) => void
  onCloseAutoFocus: (event: Event) => void
}

/**
 * For dialogs opened by state, without a trigger: returns the focus to where it was or, if that element is gone,
 * to the next one or the page.
 */
export function useFocusReturn(next?: () => HTMLElement | null): FocusReturn {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      const element = document.activeElement
      // An entry of a menu is gone by then, but not the button that opened the menu.
      const trigger = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
      opener.current = trigger ? document.getElementById(trigger) : element
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault()
      const isThere = opener.current?.isConnected && opener.current !== document.body
      const target = isThere ? opener.current : (next?.() ?? document.getElementById('main'))
      // The page stays where the user left it: `main` is taller than the window, and focusing it would scroll.
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
  }
}
