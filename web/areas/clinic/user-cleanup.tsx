import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { CleanupScreen } from '../../features/cleanup/cleanup-screen.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/user-cleanup.ts'

export const meta = () => pageTitle('User Cleanup')

export const clientMiddleware = [requirePermission('manageStaff')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.cleanup.preview({}, { signal })

export default function UserCleanup({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <CleanupScreen list={loaderData} onChanged={revalidate} />
    </div>
  )
}
