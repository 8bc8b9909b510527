import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import type { PatientEntry } from '../../features/patients/patient-form-parsing.ts'
import { PatientForm } from '../../features/patients/patient-form.tsx'
import { patientName } from '../../features/patients/patient-name.ts'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Route } from './+types/patient-edit.ts'
import { recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Edit patient')

export const clientLoader = ({ params: { patientId }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.patients.get({ patientId }, { signal })

export default function PatientEdit({ loaderData: patient }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [fresh, setFresh] = useState(0)
  const profile = recordPaths.profile(patient.id)

  async function save(entry: PatientEntry) {
    await api.patients.update({ ...entry, patientId: patient.id, version: patient.version })
    toast('Changes saved.')
    await navigate(profile, { replace: true })
  }
  async function reload() {
    await revalidate()
    setFresh(fresh + 1)
  }
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title="Edit patient"
        back={<BackLink href={profile}>{patientName(patient)}</BackLink>}
        className="mb-6"
      />
      <PatientForm
        key={fresh}
        patient={patient}
        submitLabel="Save changes"
        cancelHref={profile}
        onSave={save}
        onReload={reload}
      />
    </div>
  )
}
