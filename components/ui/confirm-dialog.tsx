'use client'

import * as Primitive from '@radix-ui/react-alert-dialog'
import type { ReactNode } from 'react'
import { Button, type ButtonStyle, buttonStyle } from './button'
import { closeByEscape, DialogActions, OVERLAY_STYLE, PANEL_STYLE, useFocusReturn } from './dialog'
import { Notice } from './notice'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  action: string
  /** `danger` by default; `primary` where nothing is lost. */
  variant?: ButtonStyle['variant']
  cancel?: string
  pending: boolean
  error: string | null
  onConfirm: () => void
}

/** Asks before an action that moves money or can't be undone. Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, action, variant = 'danger', cancel = 'Cancel' } = props
  const { pending, error, onConfirm } = props
  const focusReturn = useFocusReturn()
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={OVERLAY_STYLE} />
        <Primitive.Content
          className={PANEL_STYLE}
          {...focusReturn}
          onKeyDown={(event) => closeByEscape(event, onOpenChange)}
        >
          <Primitive.Title className="font-semibold text-base">{title}</Primitive.Title>
          <Primitive.Description asChild>
            <div className="mt-2 text-muted-foreground">{children}</div>
          </Primitive.Description>
          {error && (
            <Notice kind="danger" role="alert" className="mt-4">
              {error}
            </Notice>
          )}
          <DialogActions>
            <Primitive.Cancel className={buttonStyle({ variant: 'secondary' })}>{cancel}</Primitive.Cancel>
            <Button variant={variant} pending={pending} onClick={onConfirm}>
              {action}
            </Button>
          </DialogActions>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
