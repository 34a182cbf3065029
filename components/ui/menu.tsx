'use client'

import { DropdownMenu as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

const ITEM_STYLE =
  'flex h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 outline-none data-[highlighted]:bg-muted'

/** A menu that `trigger`, a button, opens. It stays in its place in the document, inside its landmark. */
export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="appear z-50 min-w-48 max-w-72 rounded-xl border bg-surface p-1.5 shadow-float"
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2.5 py-1.5">{children}</Primitive.Label>
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1.5 h-px bg-border" />
}

export function MenuItem({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Primitive.Item className={ITEM_STYLE} onSelect={onSelect}>
      {children}
    </Primitive.Item>
  )
}

type MenuToggleProps = { checked: boolean; onCheckedChange: (checked: boolean) => void; children: ReactNode }

/** Something to be shown or not; the menu stays open for the next one. */
export function MenuToggle({ checked, onCheckedChange, children }: MenuToggleProps) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={classNames(ITEM_STYLE, 'pr-8')}
    >
      {children}
      <Primitive.ItemIndicator className="absolute right-4" aria-hidden>
        ✓
      </Primitive.ItemIndicator>
    </Primitive.CheckboxItem>
  )
}

type MenuChoiceProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  options: { value: string; label: string; icon: ReactNode }[]
}

/** One of several: the chosen one is marked, by more than its colour. */
export function MenuChoice({ label, value, onValueChange, options }: MenuChoiceProps) {
  return (
    <Primitive.RadioGroup aria-label={label} value={value} onValueChange={onValueChange}>
      {options.map((option) => (
        <Primitive.RadioItem
          key={option.value}
          value={option.value}
          className={classNames(ITEM_STYLE, 'pr-8')}
        >
          {option.icon}
          {option.label}
          <Primitive.ItemIndicator className="absolute right-4" aria-hidden>
            ✓
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  )
}
