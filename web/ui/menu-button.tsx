import { clsx } from 'clsx'
import { ChevronDown, EllipsisVertical } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import type { Icon } from './plain/icon.ts'

export type MenuItem = {
  label: string
  icon?: Icon | undefined
  href?: string | undefined
  /** For files and other addresses that the router does not know. */
  reload?: boolean | undefined
  /** What it leads to is kept as a file. */
  download?: boolean | undefined
  onSelect?: (() => void) | undefined
  danger?: boolean | undefined
  /** A line above it. */
  separated?: boolean | undefined
}

type MenuTriggerProps = {
  label: string
  /** What is written on the button; without it the button is three dots. */
  trigger?: ReactNode
  icon?: Icon | undefined
  className?: string | undefined
}

export type MenuProps = MenuTriggerProps & { items: readonly MenuItem[]; align?: 'start' | 'end' | undefined }

/** What a menu is opened with. */
export function MenuButton({
  label,
  trigger,
  icon: Picture = EllipsisVertical,
  className,
  ...button
}: MenuTriggerProps & Omit<ComponentProps<'button'>, 'children'>) {
  const written = trigger != null
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      aria-label={label}
      className={clsx(written ? 'btn btn-quiet' : iconButtonClass(), className)}
    >
      {written ? trigger : <Picture className="size-4.5" aria-hidden />}
      {written && <ChevronDown className="-me-1 size-4 text-muted" aria-hidden />}
    </button>
  )
}
