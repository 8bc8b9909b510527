import type { Patient } from '../../../contract/patients.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { today } from '../../ui/plain/date-parts.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { telephoneHref } from '../../ui/plain/telephone.ts'
import { ageOn } from './patient-age.ts'
import { nhsNumberText } from './patient-name.ts'
import { accessNeedLabels, guardianAuthorityLabels, languageLabel } from './patient-words.ts'

const notRecorded = <span className="text-muted">Not recorded</span>
const written = (text: string) => (text ? <span dir="auto">{text}</span> : notRecorded)

/** Who a patient is and how to reach them. */
export function PatientContact({ patient }: { patient: Patient }) {
  return (
    <Panel title="Details">
      <DescriptionList
        items={[
          {
            term: 'Date of birth',
            detail: `${calendarDayText(patient.dateOfBirth)} (${ageOn(patient.dateOfBirth, today())} years old)`,
          },
          { term: 'NHS number', detail: patient.nhsNumber ? nhsNumberText(patient.nhsNumber) : notRecorded },
          {
            term: 'E-mail',
            detail: patient.email ? (
              <a className="text-link" href={`mailto:${patient.email}`}>
                {patient.email}
              </a>
            ) : (
              notRecorded
            ),
          },
          {
            term: 'Phone',
            detail: patient.phone ? (
              <a className="text-link" href={telephoneHref(patient.phone)}>
                {patient.phone}
              </a>
            ) : (
              notRecorded
            ),
          },
          {
            term: 'Address',
            detail: <span className="whitespace-pre-line">{written(patient.address)}</span>,
          },
        ]}
      />
    </Panel>
  )
}

/** How a patient takes in information, and who decides with or for them. */
export function PatientNeeds({ patient }: { patient: Patient }) {
  const { guardian } = patient
  return (
    <>
      <Panel title="Information needs">
        <DescriptionList
          items={[
            { term: 'Language', detail: languageLabel(patient.language) },
            {
              term: 'Needs',
              detail: patient.accessNeeds.length
                ? patient.accessNeeds.map((need) => accessNeedLabels[need]).join('; ')
                : 'None recorded',
            },
            ...(patient.accessNotes ? [{ term: 'Notes', detail: written(patient.accessNotes) }] : []),
          ]}
        />
      </Panel>
      {guardian && (
        <Panel title="Parent, guardian or attorney">
          <DescriptionList
            items={[
              { term: 'Name', detail: written(guardian.name) },
              { term: 'Relationship', detail: written(guardian.relationship) },
              { term: 'May decide by', detail: guardianAuthorityLabels[guardian.authority] },
              { term: 'E-mail', detail: written(guardian.email) },
              { term: 'Phone', detail: written(guardian.phone) },
            ]}
          />
        </Panel>
      )}
    </>
  )
}
