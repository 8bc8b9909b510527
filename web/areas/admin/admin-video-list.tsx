import {
  useNavigate,
  useNavigation,
  useRevalidator,
  useSearchParams,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { loadLibrary } from '../../features/videos/video-library.ts'
import { VideoLibraryScreen } from '../../features/videos/video-library-screen.tsx'
import { videoOperations } from '../../features/videos/video-operations.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-video-list.ts'
import { platformTemplatePaths } from './platform-template-context.ts'

export const meta = () => pageTitle('Videos')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [library, usage] = await Promise.all([
    loadLibrary('admin', signal),
    videoOperations('admin').usage({}, { signal }),
  ])
  return { library, usage }
}

/** The search goes on among what is here. */
export const shouldRevalidate = ({ formMethod, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  formMethod !== undefined || currentUrl.search === nextUrl.search

export default function AdminVideoList({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <VideoLibraryScreen
      {...loaderData}
      side="admin"
      params={params}
      onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
      busy={state === 'loading'}
      hrefOf={platformTemplatePaths.video}
      trail={platformTemplatePaths.trail}
      onChanged={revalidate}
    />
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load videos" />
)
