import { useNavigate, useRevalidator } from 'react-router'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { loadVideo, VideoScreen } from '../../features/videos/video-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/clinic-video.ts'
import { templatePaths } from './clinic-paths.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => pageTitle(loaderData?.video.name ?? 'Video')

export const clientMiddleware = [requirePermission('manageTemplates')]

export const clientLoader = ({ params: { videoId }, request: { signal } }: Route.ClientLoaderArgs) =>
  loadVideo('clinic', videoId, signal)

export default function ClinicVideo({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { videos } = templatePaths
  return (
    <VideoScreen
      key={loaderData.video.id}
      side="clinic"
      loaded={loaderData}
      trail={[...templatePaths.trail, { href: videos, label: 'Videos' }]}
      onChanged={revalidate}
      onRemoved={() => void navigate(videos, { replace: true })}
    />
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load video"
    action={<ButtonLink href={templatePaths.videos}>Back to videos</ButtonLink>}
  />
)
