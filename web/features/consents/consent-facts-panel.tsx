import { awaitsPatient } from '../../../contract/consent-states.ts'
import { findTooth } from '../../../contract/teeth.ts'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { calendarDayText, dayText, momentText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToothNotation } from '../clinics/index.ts'
import type { Consent } from './consent-form-values.ts'
import type { ConsentPaths } from './consent-paths.ts'
import { consentStatusAppearance } from './consent-status.ts'
import { teethInBrief, toothFullName } from '../teeth/index.ts'

type ConsentFactsPanelProps = { consent: Consent; paths: ConsentPaths }

/** For whom, what, where in the mouth and by whom. */
export function ConsentFactsPanel({ consent, paths }: ConsentFactsPanelProps) {
  const { patient, content, teeth, expiresAt, status, parentId, addenda } = consent
  const { diagnosis, ownFiguresLeftOut } = consent.plan
  const notation = useToothNotation()
  const items: Description[] = [
    {
      term: 'Patient',
      detail: (
        <>
          <Link href={paths.patient(patient.id)} dir="auto" className="text-link">
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
    ...(ownFiguresLeftOut
      ? [{ term: 'Practice outcomes left out', detail: <span dir="auto">{ownFiguresLeftOut}</span> }]
      : []),
    ...(parentId
      ? [
          {
            term: 'Addendum to',
            detail: (
              <Link href={paths.detail(parentId)} className="text-link">
                Previous signed consent
              </Link>
            ),
          },
        ]
      : []),
    ...(addenda.length > 0
      ? [{ term: 'Plan changed during treatment', detail: <AddendumList {...{ addenda, paths }} /> }]
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

/** What was agreed to instead while treatment ran, and how far each has come. */
function AddendumList({ addenda, paths }: Pick<Consent, 'addenda'> & { paths: ConsentPaths }) {
  const notation = useToothNotation()
  return (
    <ul className="space-y-1.5">
      {addenda.map(({ id, treatment, teeth, status, createdAt }) => (
        <li key={id}>
          <Link href={paths.detail(id)} dir="auto" className="text-link">
            {[treatment, teethInBrief(notation, teeth)].filter(Boolean).join(', ')}
          </Link>
          <span className="block text-small text-muted">
            {consentStatusAppearance[status].label}, {momentText(createdAt)}
          </span>
        </li>
      ))}
    </ul>
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
