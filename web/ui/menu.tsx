import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { ChevronDown, EllipsisVertical } from 'lucide-react'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import type { Icon } from './plain/icon.ts'
import { Link } from './plain/link.tsx'
import { popupClass, popupItemClass } from './popup.ts'

export type MenuItem = {
  label: string
  icon?: Icon | undefined
  href?: string | undefined
  /** For files and other addresses that the router does not know. */
  reload?: boolean | undefined
  onSelect?: (() => void) | undefined
  danger?: boolean | undefined
  /** A line above it. */
  separated?: boolean | undefined
}

type MenuProps = {
  label: string
  /** What is written on the button; without it the button is three dots. */
  trigger?: ReactNode
  icon?: Icon | undefined
  items: readonly MenuItem[]
  align?: 'start' | 'end' | undefined
  className?: string | undefined
}

function Item({ label, icon: Picture, href, reload, onSelect, danger }: MenuItem) {
  const className = clsx(popupItemClass, danger && 'text-bad data-highlighted:bg-bad-soft')
  const content = (
    <>
      {Picture && <Picture className={clsx('size-4 shrink-0', !danger && 'text-muted')} aria-hidden />}
      {label}
    </>
  )
  if (href === undefined) {
    return (
      <Base.Item onClick={onSelect} className={className}>
        {content}
      </Base.Item>
    )
  }
  return (
    <Base.LinkItem
      closeOnClick
      onClick={onSelect}
      className={className}
      render={<Link href={href} reload={reload} />}
    >
      {content}
    </Base.LinkItem>
  )
}

/** What else can be done with something. */
export function Menu({
  label,
  trigger,
  icon: Picture = EllipsisVertical,
  items,
  align = 'end',
  className,
}: MenuProps) {
  return (
    <Base.Root modal={false}>
      {trigger == null ? (
        <Base.Trigger aria-label={label} className={clsx(iconButtonClass(), className)}>
          <Picture className="size-4.5" aria-hidden />
        </Base.Trigger>
      ) : (
        <Base.Trigger aria-label={label} className={clsx('btn btn-quiet', className)}>
          {trigger}
          <ChevronDown className="-me-1 size-4 text-muted" aria-hidden />
        </Base.Trigger>
      )}
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50">
          <Base.Popup className={clsx(popupClass, 'max-w-[calc(100vw-2rem)] min-w-44 p-1')}>
            {items.map((item) => (
              <Fragment key={item.label}>
                {item.separated && <Base.Separator className="my-1 h-px bg-line" />}
                <Item {...item} />
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
