import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from './plain/button.tsx'
import { backdropClass, popupClass } from './popup.ts'

type AlertDialogProps = {
  open: boolean
  /** False for Escape and the way back, true for the button that agrees. */
  onAnswer: (agreed: boolean) => void
  title: ReactNode
  text?: ReactNode
  ok: string
  /** A second way out; without it the dialog only tells. */
  cancel?: string | undefined
  danger?: boolean | undefined
}

/** A message that has to be answered before anything else. */
export function AlertDialog({ open, onAnswer, title, text, ok, cancel, danger = false }: AlertDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} forceRender />
        <Base.Viewport className="fixed inset-0 z-50 grid place-items-center p-4">
          <Base.Popup
            className={clsx(popupClass, 'max-h-full w-full max-w-md overflow-y-auto rounded-xl p-6')}
          >
            <Base.Title className={clsx(text == null ? 'text-lead font-normal' : 'text-h2')}>
              {title}
            </Base.Title>
            {text != null && <Base.Description className="mt-2 text-muted">{text}</Base.Description>}
            <div className="mt-6 flex flex-wrap justify-end gap-2">
              {cancel !== undefined && (
                <Button variant="quiet" onClick={() => onAnswer(false)}>
                  {cancel}
                </Button>
              )}
              <Button
                variant={danger ? 'danger' : 'primary'}
                className="min-w-20"
                onClick={() => onAnswer(true)}
              >
                {ok}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
