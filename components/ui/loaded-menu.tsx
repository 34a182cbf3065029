'use client'

import * as Primitive from '@radix-ui/react-dropdown-menu'
import { classNames } from './class-names'
import type { MenuEntry, OpenMenuProps } from './menu'

const ITEM_STYLE =
  '-outline-offset-2 flex h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 data-[highlighted]:bg-muted'

/** The menu behind `Menu`, open from the start. It is not portalled, so it stays inside its landmark. */
export function LoadedMenu({ trigger, entries, isByKeyboard }: OpenMenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Content
        ref={isByKeyboard ? focusFirstEntry : null}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="appear z-50 min-w-48 max-w-72 rounded-xl border bg-surface p-1.5 shadow-float"
      >
        {entries.map((entry, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries neither move nor have an id.
          <Entry key={position} entry={entry} />
        ))}
      </Primitive.Content>
    </Primitive.Root>
  )
}

/** The menu was opened before Radix loaded, so Radix does not know that a key opened it. */
function focusFirstEntry(menu: HTMLElement | null): void {
  const entries = [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  entries.find((entry) => entry.offsetParent !== null)?.focus({ preventScroll: true })
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'label':
      return (
        <Primitive.Label className={classNames('px-2.5 py-1.5', entry.className)}>
          {entry.content}
        </Primitive.Label>
      )
    case 'action':
      return (
        <Primitive.Item
          className={classNames(ITEM_STYLE, entry.isDangerous && 'text-danger')}
          onSelect={entry.onSelect}
        >
          {entry.icon}
          {entry.text}
        </Primitive.Item>
      )
    case 'toggle':
      return (
        <Primitive.CheckboxItem
          checked={entry.isOn}
          onCheckedChange={entry.onChange}
          onSelect={(event) => event.preventDefault()}
          className={classNames(ITEM_STYLE, 'pr-8', entry.className)}
        >
          {entry.icon}
          {entry.text}
          <CheckMark />
        </Primitive.CheckboxItem>
      )
    case 'choice':
      return (
        <Primitive.RadioGroup aria-label={entry.label} value={entry.value} onValueChange={entry.onChange}>
          {entry.options.map(({ value, text, icon }) => (
            <Primitive.RadioItem key={value} value={value} className={classNames(ITEM_STYLE, 'pr-8')}>
              {icon}
              {text}
              <CheckMark />
            </Primitive.RadioItem>
          ))}
        </Primitive.RadioGroup>
      )
  }
}

/** A check mark, so that colour is not the only sign. */
function CheckMark() {
  return (
    <Primitive.ItemIndicator className="absolute right-4" aria-hidden>
      ✓
    </Primitive.ItemIndicator>
  )
}
