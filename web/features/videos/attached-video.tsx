import { ExternalLink, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Media } from '../../../contract/templates.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useVideo, type OpenVideo } from './use-video.ts'
import type { VideoSide } from './video-operations.ts'
import { VideoFacts } from './video-facts.tsx'
import { VideoSettingsFields } from './video-settings-fields.tsx'
import { VideoThumbnail } from './video-thumbnail.tsx'

type AttachedVideoProps = {
  side: VideoSide
  media: Media
  onChange: (media: Media) => void
  onRemove: () => void
  /** Where a video's captions are written. */
  videoHref: (videoId: string) => string
  /** Whether the settings stand open. */
  settingsOpen?: boolean | undefined
}

/** The video of a section: what it is, how patients are shown it, and the way to take it out. */
export function AttachedVideo({
  side,
  media,
  onChange,
  onRemove,
  videoHref,
  settingsOpen,
}: AttachedVideoProps) {
  const { open, isGone, problem } = useVideo(side, media.videoId)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-4">
        <VideoThumbnail thumbnail={open?.video.thumbnail ?? ''} className="w-40" />
        <div className="min-w-0 flex-1 basis-52 space-y-1.5">
          {media.videoId === undefined ? (
            <p className="text-small break-all text-muted">{media.url}</p>
          ) : (
            open && <VideoFacts video={open.video} />
          )}
          {media.required && <Badge tone="brand">Required viewing</Badge>}
        </div>
      </div>
      {isGone && (
        <InlineMessage title="No longer in the library">
          This template keeps the video, and patients still see it, until you remove it here.
        </InlineMessage>
      )}
      <ProblemMessage problem={problem} />
      <div className="flex flex-wrap gap-2">
        <OpenLink media={media} open={open} />
        <Button variant="quiet" size="small" icon={Trash2} onClick={onRemove}>
          Remove video
        </Button>
      </div>
      <Settings isOpen={settingsOpen}>
        <VideoSettingsFields media={media} onChange={onChange} />
        {open?.video.isOwn && (
          <p className="mt-4">
            <Link href={videoHref(open.video.id)} className="text-link">
              {open.video.hasCaptions ? 'Change the captions' : 'Add captions'}
            </Link>
          </p>
        )}
      </Settings>
    </div>
  )
}

const Settings = ({ isOpen = false, children }: { isOpen: boolean | undefined; children: ReactNode }) =>
  isOpen ? (
    <div className="pt-2">{children}</div>
  ) : (
    <Disclosure summary="Video settings">{children}</Disclosure>
  )

/** Our own videos open at an address that was made out for whoever asks. */
function OpenLink({ media, open }: { media: Media; open: OpenVideo | null }) {
  const href = media.videoId === undefined ? media.url : (open?.addresses.file ?? open?.addresses.original)
  if (href === undefined) return null
  return (
    <ButtonLink
      href={href}
      target="_blank"
      rel="noopener"
      reload
      variant="quiet"
      size="small"
      icon={ExternalLink}
    >
      Open Video in New Tab
    </ButtonLink>
  )
}
