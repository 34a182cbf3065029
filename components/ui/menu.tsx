'use client'

import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'

export type MenuEntry =
  | { kind: 'label'; content: ReactNode; className?: string }
  | { kind: 'action'; text: string; icon: ReactNode; isDangerous?: boolean; onSelect: () => void }
  /** An on/off entry; the menu stays open for the next one. */
  | {
      kind: 'toggle'
      text: string
      icon?: ReactNode
      className?: string
      isOn: boolean
      onChange: (isOn: boolean) => void
    }
  /** One of several options. */
  | {
      kind: 'choice'
      label: string
      value: string
      onChange: (value: string) => void
      options: { value: string; text: string; icon: ReactNode }[]
    }

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement<ComponentProps<'button'>>
  entries: MenuEntry[]
}

export type OpenMenuProps = MenuProps & {
  /** True if the keyboard opened the menu; the first entry then gets the focus. */
  isByKeyboard: boolean
}

const loadMenu = () => import('./loaded-menu')

/** A menu that loads its implementation on first use, because that is heavier than most pages. */
export function Menu({ trigger, entries }: MenuProps) {
  const [opened, setOpened] = useState<{ Menu: ComponentType<OpenMenuProps>; isByKeyboard: boolean } | null>(
    null,
  )
  if (opened) return <opened.Menu trigger={trigger} entries={entries} isByKeyboard={opened.isByKeyboard} />
  const open = async (isByKeyboard: boolean) => {
    const { LoadedMenu } = await loadMenu()
    setOpened({ Menu: LoadedMenu, isByKeyboard })
  }
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    void open(true)
  }
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: loadMenu,
    onClick: ({ detail }: MouseEvent) => open(detail === 0),
    onKeyDown: openByArrow,
  })
}
