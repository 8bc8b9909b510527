import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import type { PatientEntry } from '../../features/patients/patient-form-reading.ts'
import { PatientForm } from '../../features/patients/patient-form.tsx'
import { patientName } from '../../features/patients/patient-name.ts'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useRepeatKey } from '../../ui/use-repeat-key.ts'
import { recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Add a patient')

export default function PatientNew() {
  const navigate = useNavigate()
  const toast = useToast()
  const keyOf = useRepeatKey()

  async function add(entry: PatientEntry) {
    const patient = await api.patients.create(entry, { context: { idempotencyKey: keyOf(entry) } })
    toast(`${patientName(patient)} is added.`)
    await navigate(recordPaths.profile(patient.id), { replace: true })
  }
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title="Add a patient"
        back={<BackLink href={recordPaths.list}>Patients</BackLink>}
        className="mb-6"
      />
      <PatientForm submitLabel="Add patient" cancelHref={recordPaths.list} onSave={add} />
    </div>
  )
}
