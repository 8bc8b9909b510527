import { ChevronDown, ChevronUp } from 'lucide-react'
import { clsx } from 'clsx'
import { useEffect, useRef, type ComponentProps, type Ref } from 'react'
import { preparedPurpose, type PreparedConsent } from '../../features/appointments/prepared-words.ts'
import { useToothNotation } from '../../features/clinics/index.ts'
import { ConsentForm, type LeaveConsentForm } from '../../features/consents/consent-form.tsx'
import type { ConsentFormStart } from '../../features/consents/consent-start.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { PhraseEditing } from '../../features/phrases/phrase-editing.tsx'
import { PicturePanel } from '../../features/pictures/picture-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { recordPaths } from './clinic-paths.ts'

type PreparedConsentFormProps = Pick<ComponentProps<typeof ConsentForm>, 'templates' | 'clinicians'> & {
  start: ConsentFormStart
  current: PreparedConsent
  leaveRef: Ref<LeaveConsentForm>
  /** It is being sent: nothing in it can be changed. */
  isInert: boolean
  listHref: string
  /** Null where there is no other draft to go to. */
  onStep: ((by: 1 | -1) => void) | null
  /** What the draft lacks may be less now. */
  onSaved: () => void
  /** The draft was sent or discarded. */
  onDone: () => void
  className: string | undefined
}

const phrasesOf = (of: ComponentProps<typeof PhraseEditing>) => <PhraseEditing {...of} />
const picturesOf = (draft: ComponentProps<typeof PicturePanel>) => <PicturePanel {...draft} />
/** A draft has its address already. */
const onCreated = () => {}

/** The form of one draft of the day: when it was sent, the next one takes its place. */
export function PreparedConsentForm(props: PreparedConsentFormProps) {
  const { start, current, templates, clinicians, leaveRef, isInert } = props
  const { listHref, onStep, onSaved, onDone, className } = props
  const may = useMay()
  return (
    <div className={clsx('min-w-0', className)}>
      <DraftHeading {...{ current, listHref, onStep }} />
      <div inert={isInert} className={clsx(isInert && 'opacity-60')}>
        <ConsentForm
          key={start.draft?.id}
          {...{ start, templates, clinicians, leaveRef, picturesOf, phrasesOf, onCreated, onSaved }}
          hasSidePreview={false}
          mayOverride={may('overrideConsents')}
          historyHrefOf={recordPaths.history}
          patientEditHrefOf={recordPaths.edit}
          onDiscarded={onDone}
          onSent={onDone}
        />
      </div>
    </div>
  )
}

type DraftHeadingProps = Pick<PreparedConsentFormProps, 'current' | 'listHref' | 'onStep'>

/** Whose draft it is; it takes the focus when another takes its place. */
function DraftHeading({ current, listHref, onStep }: DraftHeadingProps) {
  const notation = useToothNotation()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current.consentId)
  useEffect(() => {
    if (shown.current === current.consentId) return
    shown.current = current.consentId
    heading.current?.focus()
  }, [current.consentId])
  useShortcut(keyboardShortcuts.nextDraft, () => onStep?.(1), onStep !== null)
  useShortcut(keyboardShortcuts.previousDraft, () => onStep?.(-1), onStep !== null)
  return (
    <header className="mb-4">
      <BackLink href={listHref} className="xl:hidden">
        All consents of the day
      </BackLink>
      <div className="flex items-start justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 wrap-anywhere">
          <span className="tabular-nums">{current.time}</span> <bdi>{current.patientName}</bdi>
          <span className="block text-body font-normal text-muted">{preparedPurpose(current, notation)}</span>
        </h2>
        {onStep && (
          <div className="flex gap-1">
            <IconButton label="Previous draft" icon={ChevronUp} onClick={() => onStep(-1)} />
            <IconButton label="Next draft" icon={ChevronDown} onClick={() => onStep(1)} />
          </div>
        )}
      </div>
    </header>
  )
}
