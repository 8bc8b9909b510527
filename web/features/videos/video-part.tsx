import { Library } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import type { Media } from '../../../contract/templates.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { AttachedVideo } from './attached-video.tsx'
import { UploadForm } from './upload-form.tsx'
import { useVideoUpload } from './use-video-upload.ts'
import type { Video, VideoSide } from './video-operations.ts'
import { compressionText } from './video-words.ts'

const VideoPicker = lazyPart(async () => ({ default: (await import('./video-picker.tsx')).VideoPicker }))
const StorageTools = lazyPart(async () => ({ default: (await import('./storage-tools.tsx')).StorageTools }))

/** A video as a section shows it, when nobody has said anything else (rulings 48). */
const mediaOf = ({ id, url, transcript }: Video): Media => ({
  ...{ url, videoId: id, transcript },
  ...{ required: true, autoplay: false, controls: true },
})

export type VideoPartProps = {
  side: VideoSide
  /** What it belongs to, such as a template: an upload that is under way is found again there. */
  uploadKey: string
  media: Media | null
  onChange: (media: Media | null) => void
  videoHref: (videoId: string) => string
  settingsOpen?: boolean | undefined
  /** The heading's level, below what it stands in. */
  level: 3 | 4
}

/** The video of a section: uploaded here, chosen from the library, or the one that is there with its settings. */
export function VideoPart(props: VideoPartProps) {
  const { side, uploadKey, media, onChange, videoHref, settingsOpen } = props
  const Heading = `h${props.level}` as const
  const id = useId()
  const { course, standing } = useVideoUpload(side, uploadKey)
  const [isPicking, setPicking] = useState(false)
  const attach = useRef(onChange)
  useEffect(() => void (attach.current = onChange), [onChange])
  useEffect(() => {
    const arrived = standing.video && course.takeVideo()
    if (arrived) attach.current(mediaOf(arrived))
  }, [course, standing.video])

  function remove() {
    course.choose(null)
    onChange(null)
  }
  return (
    <section aria-labelledby={id} className="space-y-3 rounded-md border border-line bg-paper px-4 py-4">
      <Heading id={id} className="text-body font-semibold">
        Video
      </Heading>
      <div role="status" className="empty:hidden">
        {standing.step === 'done' && media && (
          <InlineMessage tone="ok" title="Upload complete!">
            {standing.note && compressionText(standing.note)}
          </InlineMessage>
        )}
      </div>
      {media ? (
        <AttachedVideo {...{ side, media, onChange, videoHref, settingsOpen }} onRemove={remove} />
      ) : (
        <>
          <UploadForm
            upload={course}
            state={standing}
            otherActions={
              <Button variant="quiet" icon={Library} onClick={() => setPicking(true)}>
                Choose from the library
              </Button>
            }
          />
          {side === 'admin' && (
            <Suspense>
              <StorageTools />
            </Suspense>
          )}
        </>
      )}
      {isPicking && (
        <Suspense>
          <VideoPicker
            side={side}
            onClose={() => setPicking(false)}
            onChosen={(video) => {
              setPicking(false)
              onChange(mediaOf(video))
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
