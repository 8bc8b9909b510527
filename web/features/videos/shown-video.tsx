import { CirclePlay, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { video as playerWords } from '../../../build/content/words.en.json'
import type { FrozenVideo } from '../../../contract/consents.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { VideoPlayer, type VideoSource } from '../../ui/plain/video-player.tsx'
import { durationText, formatName, sizeText } from './video-file-rules.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'

type ShownVideoProps = {
  /** Of the part that it stands in. */
  title: string
  media: FrozenVideo
  /** Asks for addresses that open its files; `file` is null where it cannot be played. */
  open: () => Promise<Omit<VideoSource, 'file'> & { file: string | null }>
}

/** Length, size and format, as far as a text says them. */
const factsOf = ({ duration, size, format }: FrozenVideo): string =>
  [duration && durationText(duration), size && sizeText(size), format && formatName(format)]
    .filter(Boolean)
    .join(', ')

/** The video of a part of a text, as staff see it: a picture of it, played when it is asked for, and what it says. */
export function ShownVideo({ title, media, open }: ShownVideoProps) {
  const { url, videoId, required, transcript, thumbnail = '' } = media
  const [isPlaying, setPlaying] = useState(false)
  const facts = factsOf(media)
  return (
    <div className="mb-3 space-y-2 rounded-md border border-line bg-paper p-3">
      {isPlaying ? (
        <OpenedVideo title={title} media={media} open={open} />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <VideoThumbnail thumbnail={thumbnail} className="w-40" />
          <div className="min-w-0 flex-1 basis-40 space-y-1.5">
            <p className="font-semibold">Video</p>
            {videoId === undefined && <p className="text-small break-all text-muted">{url}</p>}
            {facts && <p className="text-small text-muted tabular-nums">{facts}</p>}
            {videoId === undefined ? (
              <ButtonLink
                href={url}
                target="_blank"
                rel="noopener"
                reload
                variant="quiet"
                size="small"
                icon={ExternalLink}
              >
                Open Video in New Tab
              </ButtonLink>
            ) : (
              <Button variant="quiet" size="small" icon={CirclePlay} onClick={() => setPlaying(true)}>
                Play the video
              </Button>
            )}
          </div>
        </div>
      )}
      {required && <Badge tone="brand">Required viewing</Badge>}
      {transcript ? (
        <Disclosure summary={playerWords.transcript}>
          <p dir="auto" className="whitespace-pre-line">
            {transcript}
          </p>
        </Disclosure>
      ) : (
        <p className="text-small text-muted">Without a transcript.</p>
      )}
    </div>
  )
}

/** Its player, once its addresses are here. Staff go anywhere in it, and nothing of that is noted. */
function OpenedVideo({ title, media, open }: ShownVideoProps) {
  const [source, setSource] = useState<VideoSource | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [ask] = useState(() => open)
  useEffect(() => {
    let isOver = false
    setFailed(false)
    ask().then(
      ({ file, ...others }) => {
        if (isOver) return
        setSource(file === null ? null : { file, ...others })
        setFailed(file === null)
      },
      () => isOver || setFailed(true),
    )
    return () => void (isOver = true)
  }, [ask, attempt])
  const { width, height, transcript } = media
  return (
    <VideoPlayer
      {...{ title, source, hasFailed, transcript }}
      words={playerWords}
      onRetry={() => setAttempt((attempts) => attempts + 1)}
      shape={width && height ? { width, height } : undefined}
    />
  )
}
