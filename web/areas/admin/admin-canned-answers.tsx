import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { CannedAnswerScreen } from '../../features/tickets/canned-answer-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-canned-answers.ts'

export const meta = () => pageTitle('Saved replies')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.adminTickets.listCanned({}, { signal })

export default function AdminCannedAnswers({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <CannedAnswerScreen answers={loaderData} onChanged={revalidate} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load saved replies" />
)
