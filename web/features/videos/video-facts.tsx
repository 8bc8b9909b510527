import { Badge } from '../../ui/plain/badge.tsx'
import type { Video } from './video-operations.ts'
import { factsOf, stateWords } from './video-words.ts'

/** A video by its name, its length, size and format, and why it cannot be played where it cannot. */
export function VideoFacts({ video }: { video: Video }) {
  const { label, tone } = stateWords[video.state]
  return (
    <>
      <p dir="auto" className="font-semibold break-all">
        {video.name}
      </p>
      <p className="text-muted tabular-nums">{factsOf(video)}</p>
      {video.state !== 'playable' && (
        <>
          <Badge tone={tone}>{label}</Badge>
          {video.stateReason && <p className="text-small text-muted">{video.stateReason}</p>}
        </>
      )}
    </>
  )
}
