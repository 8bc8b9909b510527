import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../api.ts'
import { useTask } from '../../ui/use-task.ts'
import { videoOperations, type Video, type VideoAddresses, type VideoSide } from './video-operations.ts'

/** One of our own videos, with addresses that open it for a while. */
export type OpenVideo = { video: Video; addresses: VideoAddresses }

/** Fetches a video with its addresses; `open` is null until it has come, and for videos that are somewhere else. */
export function useVideo(side: VideoSide, videoId: string | undefined) {
  const [open, setOpen] = useState<OpenVideo | null>(null)
  const { problem, run } = useTask()
  const load = useCallback(
    (isWanted: () => boolean = () => true) => {
      if (videoId === undefined) return
      const operations = videoOperations(side)
      void run(async () => {
        const [video, addresses] = await Promise.all([
          operations.details({ videoId }),
          operations.addresses({ videoId }),
        ])
        if (isWanted()) setOpen({ video, addresses })
      })
    },
    [side, videoId, run],
  )
  useEffect(() => {
    let isWanted = true
    setOpen(null)
    load(() => isWanted)
    return () => void (isWanted = false)
  }, [load])
  // A template keeps showing what it showed when it is taken out of the library.
  const isGone = problem instanceof ApiError && problem.code === 'not-found'
  return { open, isGone, problem: isGone ? null : problem }
}
