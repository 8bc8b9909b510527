import { today } from '../../../contract/calendar-day.ts'
import { CheckCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { Guardian, Patient } from '../../../contract/patients.ts'
import { phoneWarning } from '../../../contract/phone-number.ts'
import { api } from '../../api.ts'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { telephoneHref } from '../../ui/plain/telephone.ts'
import { useTask } from '../../ui/use-task.ts'
import { ageOn } from './patient-age.ts'
import { nhsNumberText } from './patient-name.ts'
import { isNeedsReviewDue } from './patient-needs.ts'
import {
  accessNeedLabels,
  channelLabels,
  guardianAuthorityLabels,
  languageLabel,
  parentalBasisLabels,
} from './patient-words.ts'

const notRecorded = <span className="text-muted">Not recorded</span>
const formatDate = (text: string) => (text ? <span dir="auto">{text}</span> : notRecorded)
const linkClass = (text: string, href: string) =>
  text ? (
    <a className="text-link" href={href}>
      {text}
    </a>
  ) : (
    notRecorded
  )

const emailLink = (email: string) => linkClass(formatEmail(email), `mailto:${email}`)

type Phones = Pick<Guardian, 'phone' | 'phoneNote' | 'otherPhone' | 'otherPhoneNote'>

/** The phones on record, each with its note, and whether texts reach it. */
const phoneFacts = ({ phone, phoneNote, otherPhone, otherPhoneNote }: Phones): Description[] => [
  { term: 'Phone', detail: <PhoneFact phone={phone} note={phoneNote} /> },
  ...(otherPhone || otherPhoneNote
    ? [{ term: 'Another phone', detail: <PhoneFact phone={otherPhone} note={otherPhoneNote} /> }]
    : []),
]

function PhoneFact({ phone, note }: { phone: string; note: string }) {
  const warning = phoneWarning(phone)
  return (
    <>
      {linkClass(phone, telephoneHref(phone))}
      {note && <span dir="auto"> ({note})</span>}
      {warning && <span className="block text-small text-muted">{warning}.</span>}
    </>
  )
}

/** How the patient may be reached, and what they like best. */
function contactText({ contactPermission, contactAskedOn, preferredChannel }: Patient): string {
  const isNeverAsked = contactPermission.length === 0 && contactAskedOn === null
  if (isNeverAsked) return 'Not asked yet, so nothing is sent'
  const asked = contactAskedOn ? `; asked on ${calendarDayText(contactAskedOn)}` : ''
  if (preferredChannel === 'none') return `Wants no messages at all${asked}`
  const agreed = contactPermission.map((channel) => channelLabels[channel].toLowerCase()).join(', ')
  return `${channelLabels[preferredChannel]} preferred; agrees to ${agreed}${asked}`
}

/** Who a patient is and how to reach them. */
export function PatientContact({ patient }: { patient: Patient }) {
  const born = calendarDayText(patient.dateOfBirth)
  const age = ageOn(patient.dateOfBirth, patient.endedOn ?? today())
  return (
    <Panel title="Details">
      <DescriptionList
        items={[
          ...(patient.preferredName
            ? [{ term: 'Preferred name', detail: formatDate(patient.preferredName) }]
            : []),
          { term: 'Date of birth', detail: `${born} (${age} years old)` },
          { term: 'NHS number', detail: patient.nhsNumber ? nhsNumberText(patient.nhsNumber) : notRecorded },
          { term: 'E-mail', detail: emailLink(patient.email) },
          ...phoneFacts(patient),
          {
            term: 'Address',
            detail: <span className="whitespace-pre-line">{formatDate(patient.address)}</span>,
          },
          { term: 'Contact', detail: contactText(patient) },
        ]}
      />
    </Panel>
  )
}

type PatientNeedsProps = { patient: Patient; mayEdit: boolean; onChanged: () => Promise<void> }

/** How a patient takes in information, when they were asked, and when to ask again. */
export function PatientNeeds({ patient, mayEdit, onChanged }: PatientNeedsProps) {
  const { busy, problem, run } = useTask()
  const due = isNeedsReviewDue(patient, today())
  const confirm = () =>
    run(async () => {
      await api.patients.confirmNeeds({ patientId: patient.id })
      await onChanged()
    })
  return (
    <Panel
      title="Information needs"
      actions={
        mayEdit && (
          <Button variant="quiet" size="small" icon={CheckCheck} busy={busy} onClick={() => void confirm()}>
            Record as asked today
          </Button>
        )
      }
    >
      <ProblemMessage problem={problem} className="mb-3" />
      {due && (
        <InlineMessage tone="warn" className="mb-4">
          {due === 'never-asked'
            ? 'Not yet asked about their needs. Ask, then select ‘Record as asked today’.'
            : 'Review due: ask about their needs again.'}
        </InlineMessage>
      )}
      <DescriptionList
        items={[
          { term: 'Language', detail: languageLabel(patient.language) },
          {
            term: 'Needs',
            detail: patient.accessNeeds.length
              ? patient.accessNeeds.map((need) => accessNeedLabels[need]).join('; ')
              : 'None recorded',
          },
          ...(patient.accessNotes ? [{ term: 'Notes', detail: formatDate(patient.accessNotes) }] : []),
          { term: 'Asked', detail: lastAskedText(patient) },
          ...(patient.needsReviewOn
            ? [{ term: 'Ask again', detail: calendarDayText(patient.needsReviewOn) }]
            : []),
        ]}
      />
    </Panel>
  )
}

function lastAskedText({ needsAskedOn, needsAskedBy }: Patient): ReactNode {
  if (!needsAskedOn) return notRecorded
  return needsAskedBy ? `${calendarDayText(needsAskedOn)}, by ${needsAskedBy}` : calendarDayText(needsAskedOn)
}

/** Who decides with or for the patient, by what, and what was seen of it. */
export function PatientGuardians({
  guardians,
  actions,
}: Pick<Patient, 'guardians'> & { actions: ReactNode }) {
  if (guardians.length === 0 && !actions) return null
  return (
    <Panel title="Parents and legal representatives" actions={actions}>
      {guardians.length === 0 && <p className="text-muted">None recorded.</p>}
      <ul className="divide-y divide-line">
        {guardians.map((guardian) => (
          <li key={guardian.id} className="py-4 first:pt-0 last:pb-0">
            <p className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              <span dir="auto">{guardian.name}</span>
              {hasEnded(guardian) && <Badge tone="bad">Authority has ended</Badge>}
            </p>
            <DescriptionList items={guardianFacts(guardian)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const hasEnded = ({ validUntil }: Guardian) => validUntil !== null && validUntil < today()

function guardianFacts(guardian: Guardian): Description[] {
  const { relationship, authority, basis, email, validUntil } = guardian
  const isParental = authority === 'parental-responsibility'
  return [
    { term: 'Relationship', detail: formatDate(relationship) },
    { term: 'Authority', detail: guardianAuthorityLabels[authority] },
    ...(isParental ? [{ term: 'Basis', detail: parentalBasisLabels[basis] }] : []),
    { term: 'E-mail', detail: emailLink(email) },
    ...phoneFacts(guardian),
    { term: 'Evidence seen', detail: evidenceText(guardian) },
    ...(validUntil ? [{ term: 'Authority ends', detail: calendarDayText(validUntil) }] : []),
  ]
}

function evidenceText({ evidence, evidenceOn, evidenceBy }: Guardian): ReactNode {
  if (!evidence) return 'None recorded'
  const seen = [evidenceOn && calendarDayText(evidenceOn), evidenceBy && `by ${evidenceBy}`].filter(Boolean)
  return (
    <span dir="auto">
      {evidence}
      {seen.length > 0 && <span className="text-muted"> (seen {seen.join(' ')})</span>}
    </span>
  )
}
