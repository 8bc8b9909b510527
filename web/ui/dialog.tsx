import { Dialog as Base } from '@base-ui/react/dialog'
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import { backdropClass, popupClass } from './popup.ts'

const widthClass = { small: 'max-w-md', medium: 'max-w-xl', large: 'max-w-4xl' }

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: keyof typeof widthClass | undefined
}

/** Whether something lies over the whole page: a press on it is no press beside the dialog. */
const isCovered = () => document.querySelector('dialog[data-cover]') !== null

/** Something to finish before going on. Long content scrolls inside it; focus goes back where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'small',
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => isCovered() || onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-rows-[minmax(0,1fr)] place-items-center p-4">
          <Base.Popup
            className={clsx(
              popupClass,
              'relative flex max-h-full w-full flex-col rounded-xl',
              widthClass[size],
            )}
          >
            <div className="px-5 pe-14 pt-5 sm:px-6 sm:pe-14 sm:pt-6">
              <Base.Title>{title}</Base.Title>
              {description != null && (
                <Base.Description className="mt-1 text-muted">{description}</Base.Description>
              )}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 sm:px-6">
              {children}
            </div>
            {footer != null && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4 sm:px-6">
                {footer}
              </div>
            )}
            {/* Last, so that focus begins in the content. */}
            <Base.Close aria-label="Close" className={clsx(iconButtonClass(), 'absolute end-3 top-3')}>
              <X className="size-4.5" aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
