import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import type { PatientEntry } from '../../features/patients/patient-form-parsing.ts'
import { PatientForm } from '../../features/patients/patient-form.tsx'
import { patientName } from '../../features/patients/patient-name.ts'
import { SimilarPatients, SimilarPatientsNotice } from '../../features/patients/similar-patients.tsx'
import { useSimilarPatients } from '../../features/patients/use-similar-patients.ts'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { validationFailed } from '../../ui/use-task.ts'
import { recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Add a patient')

export default function PatientNew() {
  const navigate = useNavigate()
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  const { entry: typed, near, onTyped, areSeen } = useSimilarPatients()

  async function add(entry: PatientEntry) {
    if (!(await areSeen(entry))) return validationFailed
    const patient = await api.patients.create(entry, { context: { idempotencyKey: keyOf(entry) } })
    toast(`${patientName(patient)} added.`)
    return navigate(recordPaths.profile(patient.id), { replace: true })
  }
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title="Add a patient"
        back={<BackLink href={recordPaths.list}>Patients</BackLink>}
        className="mb-6"
      />
      <PatientForm
        submitLabel={near.length > 0 ? 'Someone else: add a new record' : 'Add patient'}
        cancelHref={recordPaths.list}
        nameNotice={<SimilarPatientsNotice patients={near} />}
        notice={
          typed &&
          near.length > 0 && <SimilarPatients entry={typed} patients={near} hrefOf={recordPaths.profile} />
        }
        onTyped={onTyped}
        onSave={add}
      />
    </div>
  )
}
