import { Dialog } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import { backdropClass } from './popup.ts'

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Read out, not shown: the content has its own heading or needs none. */
  title: string
  children: ReactNode
}

/** A sheet from the side where reading starts, such as navigation on a small screen. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          className={clsx(
            'fixed inset-y-0 start-0 z-40 flex w-72 max-w-[calc(100vw-3rem)] flex-col overflow-y-auto overscroll-contain border-e border-line bg-surface shadow-pop outline-none',
            'transition-transform data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full',
          )}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
          <Dialog.Close aria-label="Close" className={clsx(iconButtonClass(), 'absolute end-3 top-4')}>
            <X className="size-4.5" aria-hidden />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
