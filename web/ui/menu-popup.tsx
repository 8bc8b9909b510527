import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { Fragment } from 'react'
import { MenuButton, type MenuItem, type MenuProps } from './menu-button.tsx'
import { Link } from './plain/link.tsx'
import { popupClass, popupItemClass } from './popup.ts'

function Item({ label, icon: Picture, href, reload, download, onSelect, danger }: MenuItem) {
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
      render={<Link href={href} reload={reload} {...(download && { download: '' })} />}
    >
      {content}
    </Base.LinkItem>
  )
}

/** The menu itself, open from the start: it is loaded because someone pressed its button. */
export function MenuPopup({ items, align = 'end', ...button }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={<MenuButton {...button} />} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50">
          <Base.Popup
            className={clsx(
              popupClass,
              'max-h-(--available-height) max-w-[calc(100vw-2rem)] min-w-44 overflow-y-auto overscroll-contain p-1',
            )}
          >
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
