import { Archive, ArchiveRestore, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Patient } from '../../../contract/patients.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { PatientContact, PatientNeeds } from './patient-facts.tsx'
import { patientName } from './patient-name.ts'
import { usePatientArchiving } from './use-patient-archiving.ts'

type PatientProfileScreenProps = {
  patient: Patient
  listHref: string
  editHref: string
  mayEdit: boolean
  onChanged: () => Promise<void>
  /** The patient's consents, which are another feature's to show. */
  children: ReactNode
}

/** Everything about one patient. */
export function PatientProfileScreen(props: PatientProfileScreenProps) {
  const { patient, listHref, editHref, mayEdit, onChanged, children } = props
  const { busy, problem, archive, restore } = usePatientArchiving(patient, onChanged)
  const archived = patient.status === 'archived'
  const actions = mayEdit && (
    <>
      <ButtonLink href={editHref} variant="quiet" icon={Pencil}>
        Edit
      </ButtonLink>
      <Button
        variant="quiet"
        icon={archived ? ArchiveRestore : Archive}
        busy={busy}
        onClick={() => void (archived ? restore() : archive())}
      >
        {archived ? 'Restore' : 'Archive'}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader
        title={<span dir="auto">{patientName(patient)}</span>}
        lead={`Born ${calendarDayText(patient.dateOfBirth)}`}
        beside={archived && <Badge>Archived</Badge>}
        back={<BackLink href={listHref}>Patients</BackLink>}
        actions={actions}
      />
      <div className="mt-6 space-y-5">
        <ProblemMessage problem={problem} />
        {archived && (
          <InlineMessage tone="warn" title="This patient is archived">
            Their record stays readable. Restore them before making a new consent.
          </InlineMessage>
        )}
        {children}
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <PatientContact patient={patient} />
          <div className="space-y-5">
            <PatientNeeds patient={patient} />
          </div>
        </div>
      </div>
    </>
  )
}
