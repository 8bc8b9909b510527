import { Suspense } from 'react'
import type { FrozenVideo } from '../../../contract/consents.ts'
import { api } from '../../api.ts'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { ShownVideo } from './lazy-video.ts'

/** Whose text it is: frozen once it has a hash. */
export type ConsentOfVideo = { id: string; contentHash: string | null }

type ConsentVideoProps = { consent: ConsentOfVideo; title: string; media: FrozenVideo }

/** The video of a part: the very one that was frozen, else as it is in the library now. */
export function ConsentVideo({ consent: { id: consentId, contentHash }, title, media }: ConsentVideoProps) {
  const { videoId = '' } = media
  const open = () =>
    contentHash === null ? api.videos.addresses({ videoId }) : api.viewings.addresses({ consentId, videoId })
  return (
    <Suspense fallback={<Spinner message="Loading video" />}>
      <ShownVideo key={media.url} title={title} media={media} open={open} />
    </Suspense>
  )
}
