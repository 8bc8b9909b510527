import { today } from '../../../contract/calendar-day.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { ClinicalNoteScreen } from '../../features/clinical-notes/clinical-note-screen.tsx'
import type { ToothPicking } from '../../features/clinical-notes/note-treatment-choice.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { ageOn } from '../../features/patients/index.ts'
import { defaultClinician, lastChosenClinicianId } from '../../features/staff/index.ts'
import { ToothChart, dentitionAt, type Dentition } from '../../features/teeth/index.ts'
import { listTemplates } from '../../features/templates/index.ts'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/consent-from-note.ts'
import { consentPaths } from './clinic-paths.ts'
import { loadReturnPath, useSavedReturnPath } from './return-link.ts'

export const meta = () => pageTitle('Consent from a note')

export const clientMiddleware = [requirePermission('createConsents')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const patientId = new URL(url).searchParams.get('patient')
  const [templates, clinicians, patient] = await Promise.all([
    listTemplates(),
    api.staff.clinicians({}, { signal }),
    patientId ? api.patients.get({ patientId }, { signal }) : null,
  ])
  return {
    templates,
    clinicians,
    patient,
    clinicianId: defaultClinician(clinicians, lastChosenClinicianId()),
    returnPath: loadReturnPath(url),
  }
}

type LazyToothPickingProps = Parameters<ToothPicking>[0] & { first: Dentition }

function LazyToothPicking({ first, ...props }: LazyToothPickingProps) {
  const [dentition, setDentition] = useState(first)
  return <ToothChart {...props} dentition={dentition} onDentition={setDentition} optional />
}

export default function ConsentFromNote({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const toast = useToast()
  const { returnPath, ...loaded } = loaderData
  useSavedReturnPath(returnPath)
  function made(consentId: string) {
    toast('Draft created. The patient cannot see it yet.')
    void navigate(consentPaths.edit(consentId))
  }
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title="Consent from a note"
        lead="Paste or type a clinical note, check what was recognised, and create the draft."
        back={<BackLink href={consentPaths.list}>Consents</BackLink>}
        className="mb-6"
      />
      <ClinicalNoteScreen
        {...loaded}
        toothPicking={(patient) => (props) => (
          <LazyToothPicking
            {...props}
            first={dentitionAt(patient ? ageOn(patient.dateOfBirth, today()) : 18)}
          />
        )}
        onCreated={made}
      />
    </div>
  )
}
