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
  | { kind: 'label'; content: ReactNode }
  | { kind: 'action'; text: string; icon: ReactNode; onSelect: () => void }
  /** Something to be shown or not; the menu stays open for the next one. */
  | { kind: 'toggle'; text: string; isOn: boolean; onChange: (isOn: boolean) => void }
  /** One of several. */
  | {
      kind: 'choice'
      label: string
      value: string
      onChange: (value: string) => void
      options: { value: string; text: string; icon: ReactNode }[]
    }

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactElement<ComponentProps<'button'>>
  entries: MenuEntry[]
}

export type OpenMenuProps = MenuProps & {
  /** The focus begins on the first entry, as it does whenever the keyboard opens the menu. */
  isByKeyboard: boolean
}

const loadMenu = () => import('./loaded-menu')

/** A menu. What draws it is loaded when it is first asked for: it weighs more than most pages do. */
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
