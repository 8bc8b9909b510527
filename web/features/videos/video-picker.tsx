import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { loadLibrary } from './video-library.ts'
import type { Video, VideoSide } from './video-operations.ts'
import { searchVideos } from './video-search.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'
import { factsOf, stateWords } from './video-words.ts'

type VideoPickerProps = { side: VideoSide; onChosen: (video: Video) => void; onClose: () => void }

/** Chooses one of the videos that are there. */
export function VideoPicker({ side, onChosen, onClose }: VideoPickerProps) {
  const [videos, setVideos] = useState<readonly Video[] | null>(null)
  const [search, setSearch] = useState('')
  const { problem, run } = useTask()
  useEffect(() => {
    void run(async () => setVideos((await loadLibrary(side)).videos))
  }, [side, run])
  const found = videos && searchVideos(videos, search)
  return (
    <Dialog open onOpenChange={onClose} title="Choose a video" size="large">
      <SearchField label="Search videos" placeholder="Name or transcript" onSearch={setSearch} />
      <ProblemMessage problem={problem} className="mt-4" />
      {!videos && !problem && <Spinner message="Loading videos" />}
      <p role="status" className="mt-4 text-muted">
        {found?.length === 0 && (search ? 'No videos found.' : 'No videos in the library yet.')}
      </p>
      <ul className="grid gap-3 sm:grid-cols-2">
        {found?.map((video) => (
          <li key={video.id}>
            <button
              type="button"
              onClick={() => onChosen(video)}
              className="flex w-full items-center gap-3 rounded-md border border-line p-3 text-start hover:bg-paper"
            >
              <VideoThumbnail thumbnail={video.thumbnail} className="w-24" />
              <VideoName video={video} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function VideoName({ video }: { video: Video }) {
  const { label, tone } = stateWords[video.state]
  return (
    <span className="min-w-0 space-y-1">
      <span dir="auto" className="block font-semibold break-all">
        {video.name}
      </span>
      <span className="block text-small text-muted tabular-nums">{factsOf(video)}</span>
      {video.state !== 'playable' && <Badge tone={tone}>{label}</Badge>}
    </span>
  )
}
