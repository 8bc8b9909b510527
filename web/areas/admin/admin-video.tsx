import { useNavigate, useRevalidator } from 'react-router'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { loadVideo, VideoScreen } from '../../features/videos/video-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/admin-video.ts'
import { platformTemplatePaths } from './platform-template-context.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => pageTitle(loaderData?.video.name ?? 'Video')

export const clientLoader = ({ params: { videoId }, request: { signal } }: Route.ClientLoaderArgs) =>
  loadVideo('admin', videoId, signal)

export default function AdminVideo({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { videos } = platformTemplatePaths
  return (
    <VideoScreen
      key={loaderData.video.id}
      side="admin"
      loaded={loaderData}
      trail={[...platformTemplatePaths.trail, { href: videos, label: 'Videos' }]}
      onChanged={revalidate}
      onRemoved={() => void navigate(videos, { replace: true })}
    />
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load video"
    action={<ButtonLink href={platformTemplatePaths.videos}>Back to videos</ButtonLink>}
  />
)
