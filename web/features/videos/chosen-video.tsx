import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useVideo } from './use-video.ts'
import { VideoFacts } from './video-facts.tsx'
import { VideoThumbnail } from './video-thumbnail.tsx'

/** One video of the practice's library or the platform's, by a picture and its facts. */
export function ChosenVideo({ videoId }: { videoId: string }) {
  const { open, isGone, problem } = useVideo('clinic', videoId)
  if (isGone)
    return (
      <InlineMessage tone="warn" title="No longer in the library">
        Choose another video before you send this.
      </InlineMessage>
    )
  if (problem) return <ProblemMessage problem={problem} />
  if (!open) return <Spinner message="Loading video" />
  return (
    <div className="flex flex-wrap gap-4">
      <VideoThumbnail thumbnail={open.video.thumbnail} className="w-40" />
      <div className="min-w-0 flex-1 basis-52 space-y-1.5">
        <VideoFacts video={open.video} />
      </div>
    </div>
  )
}
