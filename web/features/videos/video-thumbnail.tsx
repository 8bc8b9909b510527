import { clsx } from 'clsx'
import { Film } from 'lucide-react'

type VideoThumbnailProps = { thumbnail: string; className?: string | undefined }

/** One picture of a video, or a film where there is none; its name stands beside it. */
export const VideoThumbnail = ({ thumbnail, className }: VideoThumbnailProps) => (
  <div
    className={clsx(
      'grid aspect-video shrink-0 place-items-center overflow-hidden rounded-md bg-ink/90',
      className,
    )}
  >
    {thumbnail ? (
      <img src={thumbnail} alt="" className="size-full object-contain" />
    ) : (
      <Film className="size-6 text-surface" aria-hidden />
    )}
  </div>
)
