import { awaitsPatient } from '../../../contract/consent-states.ts'
import { findTooth } from '../../../contract/teeth.ts'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { calendarDayText, dayText, momentText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToothNotation } from '../clinics/index.ts'
import type { Consent } from './consent-form-values.ts'
import { toothFullName } from '../teeth/index.ts'

type ConsentFactsPanelProps = { consent: Consent; patientHref: string }

/** For whom, what, where in the mouth and by whom. */
export function ConsentFactsPanel({ consent, patientHref }: ConsentFactsPanelProps) {
  const { patient, content, teeth, expiresAt, status } = consent
  const { diagnosis } = consent.plan
  const notation = useToothNotation()
  const items: Description[] = [
    {
      term: 'Patient',
      detail: (
        <>
          <Link href={patientHref} dir="auto" className="text-link">
            {patient.name}
          </Link>
          <span className="block text-small text-muted">Born {calendarDayText(patient.dateOfBirth)}</span>
        </>
      ),
    },
    {
      term: 'Tooth',
      detail:
        teeth
          .flatMap((fdi) => findTooth(fdi) ?? [])
          .map((tooth) => toothFullName(notation, tooth))
          .join('; ') || 'None',
    },
    { term: 'Diagnosis', detail: <span dir="auto">{diagnosis || 'None'}</span> },
    {
      term: 'Clinician',
      detail: (
        <>
          <span dir="auto">{content.clinician.name}</span>
          <span className="block text-small text-muted">
            {[content.clinician.role, content.clinician.gdcNumber && `GDC ${content.clinician.gdcNumber}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    { term: 'Template', detail: `${content.title}, version ${content.templateVersion}` },
    ...(content.wordingBy
      ? [{ term: 'Wording', detail: <span dir="auto">{wordingSourceText(content.wordingBy)}</span> }]
      : []),
    ...(awaitsPatient(status) && expiresAt
      ? [{ term: 'To be signed by', detail: momentText(expiresAt) }]
      : []),
  ]
  return (
    <Panel title="Consent">
      <DescriptionList items={items} />
    </Panel>
  )
}

/** Who stands behind the wording, as the record's PDF says it too. */
function wordingSourceText({
  kind,
  name,
  gdcNumber,
  at,
}: NonNullable<Consent['content']['wordingBy']>): string {
  if (kind === 'own') return 'The practice’s own template'
  const who = `${name}${gdcNumber ? ` (GDC ${gdcNumber})` : ''} on ${dayText(at)}`
  return kind === 'adopted'
    ? `Adopted for the practice by ${who}`
    : `Read and confirmed for this patient by ${who}; not adopted by the practice`
}
