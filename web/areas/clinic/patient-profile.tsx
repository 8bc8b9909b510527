import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { PatientConsents } from '../../features/consents/patient-consents.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { patientName } from '../../features/patients/patient-name.ts'
import { PatientProfileScreen } from '../../features/patients/patient-profile-screen.tsx'
import { PatientRecordPanel } from '../../features/records/patient-record-panel.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/patient-profile.ts'
import { consentPaths, recordPaths } from './clinic-paths.ts'
import { mayEditPatients } from './patient-permission.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData ? patientName(loaderData.patient) : 'Patient')

export async function clientLoader({ params: { patientId }, request: { signal } }: Route.ClientLoaderArgs) {
  const [patient, consents] = await Promise.all([
    api.patients.get({ patientId }, { signal }),
    api.consents.listOfPatient({ patientId }, { signal }),
  ])
  return { patient, consents }
}

export default function PatientProfile({ loaderData: { patient, consents } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const may = useMay()
  const mayMake = may('createConsents') && patient.status === 'active'
  return (
    <div className="mx-auto max-w-page">
      <PatientProfileScreen
        patient={patient}
        listHref={recordPaths.list}
        editHref={recordPaths.edit(patient.id)}
        mayEdit={mayEditPatients(may)}
        onChanged={revalidate}
      >
        <PatientConsents
          consents={consents}
          hrefOf={({ id }) => consentPaths.detail(id)}
          newHref={mayMake ? consentPaths.create({ patient: patient.id }) : undefined}
          mayCopyLink={may('createConsents') || may('canSendForms')}
        />
      </PatientProfileScreen>
      <PatientRecordPanel patientId={patient.id} may={may} />
    </div>
  )
}
