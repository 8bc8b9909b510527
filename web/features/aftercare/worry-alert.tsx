import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { telephoneHref } from '../../ui/plain/telephone.ts'
import type { HrefOfConsentSection } from '../consents/index.ts'
import { formatTimeInSentence } from '../messages/index.ts'
import type { OpenWorry } from './aftercare-words.ts'

type WorryAlertProps = {
  /** Urgent ones first. */
  worries: readonly OpenWorry[]
  hrefOfSection: HrefOfConsentSection
  className?: string
}

/** Patients who are worried after a treatment and wait for somebody: who, and since when. Nothing while nobody does. */
export function WorryAlert({ worries, hrefOfSection, className }: WorryAlertProps) {
  const urgent = worries.filter(({ level }) => level === 'red')
  const others = worries.filter(({ level }) => level !== 'red')
  const list = (shown: readonly OpenWorry[]) => (
    <ul className="mt-1 space-y-1">
      {shown.map((worry) => (
        <WorryLine key={worry.id} worry={worry} href={hrefOfSection(worry.consentId, 'aftercare')} />
      ))}
    </ul>
  )
  if (worries.length === 0) return null
  return (
    <div className={className}>
      {urgent.length > 0 && (
        <InlineMessage tone="bad" role="alert" title="Urgent: a patient needs help now">
          {list(urgent)}
        </InlineMessage>
      )}
      {others.length > 0 && (
        <InlineMessage
          tone="warn"
          role="status"
          title="To review today"
          className={urgent.length > 0 ? 'mt-3' : undefined}
        >
          {list(others)}
        </InlineMessage>
      )}
    </div>
  )
}

function WorryLine({ worry: { patient, worry, toldAt }, href }: { worry: OpenWorry; href: string }) {
  return (
    <li>
      <Link href={href} className="font-semibold text-link">
        <span dir="auto">{patient.name}</span>
      </Link>
      : {worry}, since {formatTimeInSentence(toldAt, new Date())}
      {patient.phone && (
        <>
          {' · '}
          <a href={telephoneHref(patient.phone)} className="text-link">
            {patient.phone}
          </a>
        </>
      )}
    </li>
  )
}
