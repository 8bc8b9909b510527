import { useEffect } from 'react'
import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { parsePracticeSystemQuery } from '../../features/practice-systems/practice-system-query.ts'
import {
  PracticeSystemScreen,
  type PracticeSystemLists,
} from '../../features/practice-systems/practice-system-screen.tsx'
import { useAccessAnswer } from '../../features/practice-systems/use-access-answer.ts'
import { pageTitle } from '../../page-meta.ts'
import { consentPaths, recordPaths } from './clinic-paths.ts'
import type { Route } from './+types/clinic-practice-system.ts'

export const meta = () => pageTitle('Practice system')

export const clientMiddleware = [requirePermission('canManageBilling')]

async function loadLists(params: URLSearchParams, signal: AbortSignal): Promise<PracticeSystemLists> {
  const { tab, status, decision, page } = parsePracticeSystemQuery(params)
  switch (tab) {
    case 'held':
      return { tab, held: await api.practiceSystems.listHeld({ page }, { signal }) }
    case 'practitioners': {
      const [practitioners, clinicians] = await Promise.all([
        api.practiceSystems.listPractitioners({}, { signal }),
        api.staff.clinicians({}, { signal }),
      ])
      return { tab, practitioners, clinicians }
    }
    case 'treatments':
      return { tab, treatments: await api.practiceSystems.listTreatments({ decision, page }, { signal }) }
    case 'deliveries':
      return { tab, deliveries: await api.practiceSystems.listDeliveries({ status, page }, { signal }) }
    case 'overview':
      return { tab }
  }
}

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const [overview, lists] = await Promise.all([
    api.practiceSystems.get({}, { signal }),
    loadLists(new URL(url).searchParams, signal),
  ])
  return { overview, lists }
}

const here = '/clinic/settings/practice-system'

/** While something is under way, it is asked again this often. */
const running_seconds = 3
const quiet_seconds = 30

export default function ClinicPracticeSystem({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const { connection } = loaderData.overview
  const answered = useAccessAnswer(params, () => void navigate(here, { replace: true }))
  const isUnderWay =
    connection !== null &&
    connection.problem === null &&
    (connection.isRunning || connection.status === 'checking')
  const isShown = connection !== null && loaderData.lists.tab === 'overview'
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => void revalidate(), (isUnderWay ? running_seconds : quiet_seconds) * 1000)
    return () => clearInterval(timer)
  }, [isShown, isUnderWay, revalidate])
  return (
    <div className="mx-auto max-w-page">
      <PracticeSystemScreen
        {...loaderData}
        params={params}
        onQuery={(query) => void navigate(query)}
        busy={state !== 'idle' || answered.isAnswering}
        accessProblem={answered.problem}
        settingsHref="/clinic/settings"
        patientHref={recordPaths.profile}
        consentHref={(consentId) => consentPaths.section(consentId, 'documents')}
        onChanged={revalidate}
      />
    </div>
  )
}
