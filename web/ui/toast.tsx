import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import { iconButtonClass } from './icon-button.tsx'
import { Button } from './plain/button.tsx'

export type ToastTone = 'ok' | 'neutral' | 'bad'

export type ToastOptions = {
  tone?: ToastTone | undefined
  /** A way to take it back, or to go on. */
  action?: { label: string; onPress: () => void } | undefined
}

type Toast = ToastOptions & { id: number; text: string }

const visible_ms = 6_000
const visible_with_action_ms = 12_000
const toasts_max = 3

const toneIcon = { ok: CircleCheck, neutral: Info, bad: CircleAlert }
const toneIconClass = { ok: 'text-ok', neutral: 'text-brand', bad: 'text-bad' }

const ToastContext = createContext<((text: string, options?: ToastOptions) => void) | undefined>(undefined)

let lastToastId = 0

function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const { id, text, tone = 'ok', action } = toast
  const [isPaused, setHeld] = useState(false)
  const Picture = toneIcon[tone]
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => onClose(id), action ? visible_with_action_ms : visible_ms)
    return () => clearTimeout(timer)
  }, [isPaused, id, action, onClose])
  return (
    <li
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex items-center gap-3 rounded-lg bg-surface py-2 ps-4 pe-2 shadow-pop transition-opacity starting:opacity-0"
    >
      <Picture className={clsx('size-4.5 shrink-0', toneIconClass[tone])} aria-hidden />
      <span className="min-w-0 flex-1 py-1.5">{text}</span>
      {action && (
        <Button
          variant="link"
          size="small"
          onClick={() => {
            action.onPress()
            onClose(id)
          }}
        >
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => onClose(id)}
        className={iconButtonClass('small')}
      >
        <X className="size-4" aria-hidden />
      </button>
    </li>
  )
}

/** Holds the small notes that say what was done. They wait while pointed at or focused. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const show = useCallback((text: string, options: ToastOptions = {}) => {
    setToasts((now) => [...now, { ...options, text, id: ++lastToastId }].slice(-toasts_max))
  }, [])
  const close = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), [])
  return (
    <ToastContext value={show}>
      {children}
      <section
        aria-label="Notifications"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:start-auto sm:end-6 sm:bottom-6 sm:w-96 print:hidden"
      >
        <ol className="space-y-2">
          {toasts.map((toast) => (
            <ToastCard key={toast.id} toast={toast} onClose={close} />
          ))}
        </ol>
      </section>
    </ToastContext>
  )
}

/** Says what was done, in passing. What went wrong belongs beside its cause instead. */
export function useToast() {
  const show = useContext(ToastContext)
  if (!show) throw new Error('No ToastProvider above this part')
  return show
}
