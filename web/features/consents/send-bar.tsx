import { clsx } from 'clsx'
import { CheckCircle2, Eye } from 'lucide-react'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { focusControl, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { useToast } from '../../ui/toast.tsx'
import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { channelPhrases, sendMethods } from './link-words.ts'
import type { useConsentForm } from './use-consent-form.ts'

/** The way of sending that comes first. */
export const sendButtonId = 'send-consent'

type SendBarProps = {
  form: ReturnType<typeof useConsentForm>
  /** What the patient may not be sent it without. */
  missing: readonly FieldProblem[]
  onSent: (consentId: string) => void
  onKioskSessionStarted: (consentId: string) => void
  onPreview: () => void
  /** Whether the text stands beside the form on a wide screen. */
  isPreviewBeside: boolean
  children: ReactNode
}

/** Stays at the foot of the window: how it is sent, and what is missing until then. */
export function SendBar(props: SendBarProps) {
  const { form, missing, onSent, onKioskSessionStarted, onPreview, isPreviewBeside, children } = props
  const { doing, values } = form
  const toast = useToast()
  const saved = () => toast('Draft saved. The patient cannot see it yet.')
  const ways = [
    ...sendMethods(values.patient).map((by) => ({
      by,
      label: `Send by ${channelPhrases[by]}`,
      act: () => void form.send(by, ({ id }) => onSent(id)),
    })),
    {
      by: 'link' as const,
      label: 'Show link / QR',
      act: () => void form.send('link', ({ id }) => onKioskSessionStarted(id)),
    },
    { by: 'save' as const, label: 'Save draft', act: () => void form.save(saved) },
  ]
  const [first, ...others] = ways
  // Not before the risks of this patient are known, nor beside what says that something went wrong.
  const isReady = values.risks !== null && form.problem === null && form.saving.problem === null
  useShortcut(keyboardShortcuts.submitForm, () => first?.act())
  const buttonOf = ({ by, label, act }: (typeof ways)[number]) => (
    <Button
      key={by}
      id={by === first?.by ? sendButtonId : undefined}
      variant={by === first?.by ? 'primary' : 'quiet'}
      busy={doing === by}
      onClick={act}
    >
      {label}
    </Button>
  )
  return (
    <>
      <div className="flex flex-wrap gap-2 sm:hidden">{others.map(buttonOf)}</div>
      <div
        data-sticky-bottom
        className={clsx(
          'sticky bottom-0 z-20 -mx-1 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-t-lg border border-line bg-surface px-4 py-3 shadow-pop print:hidden',
          isPreviewBeside && 'xl:col-span-2',
        )}
      >
        {first && buttonOf(first)}
        <div className="contents max-sm:hidden">{others.map(buttonOf)}</div>
        <Button
          variant="quiet"
          icon={Eye}
          className={isPreviewBeside ? 'xl:hidden' : undefined}
          onClick={onPreview}
        >
          Preview
        </Button>
        <div className="flex min-w-0 flex-[1_1_12rem] flex-wrap items-center justify-end gap-x-3">
          <MissingList missing={missing} isReady={isReady} />
          {children}
        </div>
      </div>
    </>
  )
}

/** How many things are missing, and on demand which: each leads to its field. */
function MissingList({ missing, isReady }: { missing: readonly FieldProblem[]; isReady: boolean }) {
  const list = useRef<HTMLDetailsElement>(null)
  if (missing.length === 0 && !isReady) return null
  if (missing.length === 0)
    return (
      <p className="flex items-center gap-1.5 font-medium text-ok">
        <CheckCircle2 className="size-4.5" aria-hidden /> Ready to send
      </p>
    )
  function lead(event: MouseEvent, id: string) {
    if (list.current) list.current.open = false
    focusControl(event, id)
  }
  return (
    <details ref={list} className="relative">
      <summary className="flex min-h-9 list-none items-center rounded-sm px-1 font-medium text-warn underline underline-offset-4 [&::-webkit-details-marker]:hidden">
        {missing.length === 1 ? '1 detail missing' : `${missing.length} details missing`}
      </summary>
      <ul className="absolute end-0 bottom-full mb-3 max-h-80 w-80 max-w-[calc(100vw-3rem)] space-y-1 overflow-y-auto rounded-lg bg-surface p-2 shadow-pop">
        {missing.map(({ id = '', text }) => (
          <li key={id + text}>
            <a
              href={`#${id}`}
              onClick={(event) => lead(event, id)}
              className="block rounded-sm px-2 py-1.5 underline underline-offset-4 hover:bg-brand-soft"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
