import { useState, type FormEvent } from 'react'
import type { TranscriptReason } from '../../../contract/viewings.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { WatchedVideo } from '../viewings/index.ts'
import { beginViewing, useViewings, viewingOutbox } from './viewing-progress.ts'
import { englishAttributes } from './wording-direction.tsx'
import { useWords } from './words-context.tsx'

type Consent = Pick<PatientConsent, 'id' | 'content'>
type Section = PatientConsent['content']['sections'][number]
type Media = NonNullable<Section['media']>

type SectionVideoPlayerProps = {
  consent: Consent
  /** Which section, counted from 0. */
  sectionIndex: number
  /** It is read to be answered; else looked at later, when nothing more is noted. */
  isTracked: boolean
}

/** The video that belongs to a part of the text: above its words, as it was made to be seen first. */
export function VideoPart({ consent, sectionIndex, isTracked }: SectionVideoPlayerProps) {
  const { media, title } = consent.content.sections[sectionIndex]!
  if (!media) return null
  if (!isTracked) return <TranscriptOnly media={media} />
  return media.videoId ? (
    <HostedVideo consent={consent} media={media} videoId={media.videoId} title={title} />
  ) : (
    <ExternalVideo media={media} />
  )
}

/** What the video says, where it is not shown: to whoever reads along, and when all is signed. */
function TranscriptOnly({ media: { transcript } }: { media: Media }) {
  const { video } = useWords()
  if (transcript === '') return null
  return (
    <Disclosure summary={video.transcript} className="mt-4">
      <p {...englishAttributes} className="whitespace-pre-line">
        {transcript}
      </p>
    </Disclosure>
  )
}

/** A video of somebody else's: a way to it. How it is watched there, nobody can tell. */
function ExternalVideo({ media }: { media: Media }) {
  const { video } = useWords()
  return (
    <div className="mt-4">
      <a href={media.url} target="_blank" rel="noreferrer" className="text-brand underline">
        {video.elsewhere}
      </a>
      <TranscriptOnly media={media} />
    </div>
  )
}

function HostedVideo(props: { consent: Consent; media: Media; videoId: string; title: string }) {
  const { consent, media, videoId, title } = props
  const { video: words, locale } = useWords()
  const { viewings, refusals, tell } = useViewings(consent)
  const own = viewings.find((viewing) => viewing.videoId === videoId)
  const { width, height, duration } = media
  const isRequired = own?.isRequired ?? (media.required && Boolean(duration))
  return (
    <section aria-label={title} className="mt-4">
      <p>{isRequired ? words.leadRequired : words.lead}</p>
      {!locale.startsWith('en') && <p className="mt-1 text-muted">{words.inEnglish}</p>}
      {refusals > 0 && (
        <InlineMessage tone="warn" role="status" className="mt-3">
          {words.unnoted}
        </InlineMessage>
      )}
      <div className="mt-3">
        <WatchedVideo
          key={refusals}
          {...{ title, words, isRequired, transcript: media.transcript }}
          wasWatched={own?.standing === 'watched'}
          lengthMs={duration ? Math.round(duration * 1000) : null}
          shape={width && height ? { width, height } : undefined}
          isAutoplay={media.autoplay ?? false}
          hasControls={media.controls ?? true}
          begin={(showing) => beginViewing(consent.id, videoId, showing)}
          onReport={({ showing, ...told }) =>
            tell(() => viewingOutbox.addReport(consent.id, videoId, showing, told))
          }
        />
      </div>
      <p className="mt-2 hidden text-small text-muted sm:block">{words.keys}</p>
      {own?.standing === 'read' ? (
        <InlineMessage tone="ok" role="status" className="mt-3">
          {words.readNoted}
        </InlineMessage>
      ) : (
        own?.standing !== 'watched' && (
          <CannotWatch
            transcript={media.transcript}
            onRead={(reason) => tell(() => viewingOutbox.addReading(consent.id, videoId, reason))}
          />
        )
      )}
    </section>
  )
}

const reasonId = 'video-why'

/** For people who cannot watch it: what it says, and why they read it, which is put on record. Nobody is stopped here. */
function CannotWatch({
  transcript,
  onRead,
}: {
  transcript: string
  onRead: (reason: TranscriptReason) => void
}) {
  const { video: words } = useWords()
  const [reason, setReason] = useState<TranscriptReason>()
  const [isMissing, setMissing] = useState(false)
  const labels: Record<TranscriptReason, string> = {
    deaf: words.deaf,
    blind: words.blind,
    'no-data': words.noData,
    other: words.other,
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(reason === undefined)
    if (reason) onRead(reason)
    else document.querySelector<HTMLElement>(`#${reasonId}`)?.focus()
  }

  return (
    <Disclosure summary={words.cannot} className="mt-2">
      <form onSubmit={submit} noValidate className="space-y-4">
        <p>{transcript ? words.cannotLead : words.noTranscript}</p>
        {transcript !== '' && (
          <p {...englishAttributes} className="whitespace-pre-line">
            {transcript}
          </p>
        )}
        <RadioGroup
          id={reasonId}
          name={reasonId}
          legend={words.why}
          error={isMissing ? words.whyMissing : undefined}
          value={reason ?? ''}
          options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setReason(value as TranscriptReason)}
        />
        <Button type="submit" variant="quiet">
          {transcript ? words.haveRead : words.cannotWatch}
        </Button>
      </form>
    </Disclosure>
  )
}
