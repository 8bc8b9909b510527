import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PatientRow } from '../../../contract/patients.ts'
import { api } from '../../api.ts'
import type { PatientEntry } from '../../features/patients/patient-form-parsing.ts'
import { PatientForm } from '../../features/patients/patient-form.tsx'
import { patientName } from '../../features/patients/patient-name.ts'
import { SimilarPatients } from '../../features/patients/similar-patients.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Add a patient')

export default function PatientNew() {
  const navigate = useNavigate()
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  /** Who may be the person on the form, as it was asked last. */
  const [duplicatePrompt, setAsked] = useState<{ person: string; near: readonly PatientRow[] } | null>(null)
  const near = duplicatePrompt?.near ?? []

  async function add(entry: PatientEntry) {
    const { firstName, lastName, dateOfBirth, nhsNumber } = entry
    const person = { firstName, lastName, dateOfBirth, nhsNumber }
    if (duplicatePrompt?.person !== JSON.stringify(person)) {
      const found = await api.patients.similar(person)
      setAsked({ person: JSON.stringify(person), near: found })
      if (found.length > 0) return
    }
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
      <PatientForm
        submitLabel={near.length > 0 ? 'Add all the same' : 'Add patient'}
        cancelHref={recordPaths.list}
        notice={near.length > 0 && <SimilarPatients patients={near} hrefOf={recordPaths.profile} />}
        onSave={add}
      />
    </div>
  )
}
