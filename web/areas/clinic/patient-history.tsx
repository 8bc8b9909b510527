import { today } from '../../../contract/calendar-day.ts'
import { useNavigate, useRevalidator, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router'
import { api } from '../../api.ts'
import { loadQuestions } from '../../features/histories/history-questions.ts'
import { parseHistoryQuery, canReuseLoadedHistory } from '../../features/histories/history-query.ts'
import { HistoryScreen } from '../../features/histories/history-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { useMay, useSessionUser } from '../../features/identity/session-user.tsx'
import { ageOn } from '../../features/patients/patient-age.ts'
import { patientName } from '../../features/patients/patient-name.ts'
import { listTemplates } from '../../features/templates/use-templates.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/patient-history.ts'
import { consentPaths, recordPaths } from './clinic-paths.ts'
import { canEditPatients } from './patient-permission.ts'

export const meta = () => pageTitle('Medical history')

export async function clientLoader({ params: { patientId }, request }: Route.ClientLoaderArgs) {
  const { url, signal } = request
  const { view, page } = parseHistoryQuery(new URL(url).searchParams)
  const [patient, history, questions, timeline, templates] = await Promise.all([
    api.patients.get({ patientId }, { signal }),
    api.histories.get({ patientId }, { signal }),
    loadQuestions(),
    view === 'changes' ? api.histories.timeline({ patientId, page }, { signal }) : null,
    view === 'risks' ? listTemplates() : null,
  ])
  return { patient, history, questions, timeline, templates }
}

export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => !canReuseLoadedHistory(currentUrl, nextUrl) && defaultShouldRevalidate

export default function PatientHistory({ loaderData }: Route.ComponentProps) {
  const { patient, history, questions, timeline, templates } = loaderData
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { uid: writerId } = useSessionUser()
  const may = useMay()
  const mayMake = may('createConsents') && patient.status === 'active'
  return (
    <div className="mx-auto max-w-page">
      <HistoryScreen
        key={patient.id}
        patient={{
          id: patient.id,
          name: patientName(patient),
          ageYears: ageOn(patient.dateOfBirth, today()),
        }}
        {...{ history, questions, timeline, templates, params, writerId }}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        profileHref={recordPaths.profile(patient.id)}
        newConsentHref={mayMake ? consentPaths.create({ patient: patient.id }) : undefined}
        mayEdit={canEditPatients(may)}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the medical history" />
)
