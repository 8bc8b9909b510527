import { clsx } from 'clsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'

type SettingRowProps = {
  name: string
  /** Where the name is the person's own rather than a label. */
  prominent?: boolean | undefined
  /** What it is now. */
  children: ReactNode
  /** What the button does, such as 'Change'. */
  action: string
  /** The form that changes it, in the place of what it is now. */
  renderForm: (close: () => void) => ReactNode
  /** Further buttons, after the main one. */
  others?: ReactNode
}

/** One thing about the account: what it is, and a form that unfolds in its place to change it. */
export function SettingRow({
  name,
  prominent = false,
  children,
  action,
  renderForm,
  others,
}: SettingRowProps) {
  const { open, unfold, fold, place, opener } = useDisclosure()
  return (
    <div ref={place} className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className={clsx('text-body', prominent ? 'font-semibold' : 'font-normal text-muted')}>
            {name}
          </h3>
          {!open && <div className="mt-0.5">{children}</div>}
        </div>
        {!open && (
          <div className="flex flex-wrap gap-2">
            <Button
              ref={opener}
              variant="quiet"
              size="small"
              aria-label={`${action}: ${name}`}
              onClick={unfold}
            >
              {action}
            </Button>
            {others}
          </div>
        )}
      </div>
      {open && <div className="mt-3">{renderForm(fold)}</div>}
    </div>
  )
}

/** Focus goes into the form when it unfolds, and back to the button when it folds. */
function useDisclosure() {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open) place.current?.querySelector<HTMLElement>('input, select, button')?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = open
  }, [open])
  return { open, unfold: () => setOpen(true), fold: () => setOpen(false), place, opener }
}
