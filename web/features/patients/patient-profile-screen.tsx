import { today } from '../../../contract/calendar-day.ts'
import { Archive, ArchiveRestore, Heart, LogOut, Pencil, Plus } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import type { Patient } from '../../../contract/patients.ts'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { NeedsFlag } from './needs-flag.tsx'
import { ageOn } from './patient-age.ts'
import { fullPatientName } from './patient-name.ts'
import { patientViewHref, type PatientView } from './patient-views.ts'
import { statusLabels } from './patient-words.ts'
import { usePatientArchiving } from './use-patient-archiving.ts'

const PatientDeactivationDialog = lazyPart(async () => ({
  default: (await import('./patient-deactivation-dialog.tsx')).PatientDeactivationDialog,
}))

type PatientProfileScreenProps = {
  patient: Patient
  view: PatientView
  listHref: string
  editHref: string
  /** Absent where no consent can be made: the reader may not, or the patient is not active. */
  newConsentHref: string | undefined
  mayEdit: boolean
  onChanged: () => Promise<void>
  /** What the view shows; parts of it are other features'. */
  children: ReactNode
}

const viewLabels: Record<PatientView, string> = {
  overview: 'Overview',
  consents: 'Consents',
  notes: 'Notes',
  messages: 'Messages',
  documents: 'Documents',
}

/** One patient: who they are at the head, then the part of the record that the address asks for. */
export function PatientProfileScreen(props: PatientProfileScreenProps) {
  const { patient, view, listHref, children } = props
  const age = `${ageOn(patient.dateOfBirth, patient.endedOn ?? today())} years old`
  return (
    <>
      <PageHeader
        title={<span dir="auto">{fullPatientName(patient)}</span>}
        lead={`Born ${calendarDayText(patient.dateOfBirth)}, ${age}`}
        badge={
          <>
            {patient.status !== 'active' && <Badge>{statusLabels[patient.status]}</Badge>}
            <NeedsFlag patient={patient} />
          </>
        }
        back={<BackLink href={listHref}>Patients</BackLink>}
        actions={<ProfileActions {...props} />}
      />
      <LinkTabs
        label="Parts of the record"
        className="mt-6"
        tabs={Object.entries(viewLabels).map(([key, label]) => ({
          href: patientViewHref(key as PatientView),
          label,
          current: key === view,
        }))}
      />
      <div className="mt-5 space-y-5">
        <StatusMessage patient={patient} />
        {children}
      </div>
    </>
  )
}

function ProfileActions(props: PatientProfileScreenProps) {
  const { patient, editHref, newConsentHref, mayEdit, onChanged } = props
  const { busy, problem, archive, restore } = usePatientArchiving(patient, onChanged)
  const [ending, setEnding] = useState<'left' | 'deceased'>()
  const isActive = patient.status === 'active'
  return (
    <>
      {newConsentHref && (
        <ButtonLink href={newConsentHref} icon={Plus}>
          New consent
        </ButtonLink>
      )}
      {mayEdit && (
        <>
          <ButtonLink href={editHref} variant="quiet" icon={Pencil}>
            Edit
          </ButtonLink>
          {!isActive && (
            <Button variant="quiet" icon={ArchiveRestore} busy={busy} onClick={() => void restore()}>
              Restore
            </Button>
          )}
          <Menu
            label="More actions for this patient"
            align="end"
            items={[
              ...(isActive ? [{ label: 'Archive', icon: Archive, onSelect: () => void archive() }] : []),
              { label: 'Has left the practice', icon: LogOut, onSelect: () => setEnding('left') },
              { label: 'Has died', icon: Heart, onSelect: () => setEnding('deceased') },
            ]}
          />
        </>
      )}
      <ProblemMessage problem={problem} className="basis-full" />
      <Suspense>
        {ending && (
          <PatientDeactivationDialog
            patient={patient}
            reason={ending}
            onDone={onChanged}
            onClose={() => setEnding(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function StatusMessage({ patient: { status, endedOn } }: { patient: Patient }) {
  const since = endedOn ? ` on ${calendarDayText(endedOn)}` : ''
  if (status === 'archived')
    return (
      <InlineMessage tone="warn" title="This patient is archived">
        Their record stays readable. Restore them before making a new consent.
      </InlineMessage>
    )
  if (status === 'left')
    return (
      <InlineMessage tone="warn" title={`This patient left the practice${since}`}>
        No messages are sent to them. Their record stays readable.
      </InlineMessage>
    )
  if (status === 'deceased')
    return (
      <InlineMessage tone="warn" title={`This patient died${since}`}>
        No messages are sent. The record stays readable.
      </InlineMessage>
    )
  return null
}
