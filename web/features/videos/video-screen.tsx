import { Trash2 } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { section_length_max } from '../../../contract/limits.ts'
import { useAlert, useConfirm } from '../../ui/alert-provider.tsx'
import { Form } from '../../ui/form.tsx'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { CaptionEditor } from './caption-editor.tsx'
import type { Cue } from './caption-cues.ts'
import { videoOperations, type Video, type VideoAddresses, type VideoSide } from './video-operations.ts'
import { factsOf, stateWords } from './video-words.ts'
import { parseWebVtt } from './web-vtt.ts'

export type LoadedVideo = { video: Video; addresses: VideoAddresses; captions: string }

export async function loadVideo(side: VideoSide, videoId: string, signal: AbortSignal): Promise<LoadedVideo> {
  const operations = videoOperations(side)
  const [video, addresses, { text }] = await Promise.all([
    operations.details({ videoId }, { signal }),
    operations.addresses({ videoId }, { signal }),
    operations.captions({ videoId }, { signal }),
  ])
  return { video, addresses, captions: text }
}

type VideoScreenProps = {
  side: VideoSide
  loaded: LoadedVideo
  trail: readonly Crumb[]
  onChanged: () => Promise<void>
  onRemoved: () => void
}

/** One video: playing it, what is said of it, its captions, and taking it out of the library. */
export function VideoScreen({ side, loaded, trail, onChanged, onRemoved }: VideoScreenProps) {
  const { video } = loaded
  const player = useRef<HTMLVideoElement>(null)
  const toast = useToast()
  const { label, tone } = stateWords[video.state]
  const saveCaptions = async (text: string) => {
    await videoOperations(side).saveCaptions({ videoId: video.id, text })
    await onChanged()
    toast(text === '' ? 'Captions removed.' : 'Captions saved.')
  }
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title={video.name}
        lead={factsOf(video)}
        badge={<Badge tone={tone}>{label}</Badge>}
        back={<Breadcrumbs trail={trail} />}
        actions={video.isOwn && <RemoveButton side={side} video={video} onRemoved={onRemoved} />}
      />
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[26rem_minmax(0,1fr)]">
        <div className="space-y-6 xl:sticky xl:top-6">
          <Picture loaded={loaded} player={player} />
        </div>
        <div className="min-w-0 space-y-6">
          {video.isOwn ? (
            <>
              <TranscriptPanel side={side} video={video} onChanged={onChanged} />
              <CaptionEditor
                saved={savedCues(loaded.captions)}
                transcript={video.transcript}
                seconds={video.duration}
                video={player}
                onSave={saveCaptions}
              />
            </>
          ) : (
            <Panel title="Transcript">
              <p dir="auto" className="whitespace-pre-line">
                {video.transcript || 'This video is included with Candour and has no transcript.'}
              </p>
            </Panel>
          )}
        </div>
      </div>
    </div>
  )
}

/** What was saved was read by the server before, so a fault in it would be a newer way of writing captions. */
function savedCues(text: string): Cue[] {
  const read = text === '' ? { cues: [] } : parseWebVtt(text)
  return 'cues' in read ? read.cues : []
}

type PictureProps = { loaded: LoadedVideo; player: React.RefObject<HTMLVideoElement | null> }

function Picture({ loaded: { video, addresses }, player }: PictureProps) {
  if (addresses.file === null)
    return (
      <InlineMessage tone="warn" title={stateWords[video.state].label}>
        {video.stateReason}
      </InlineMessage>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the editor beside it adds a track of what is written there
    <video
      ref={player}
      src={addresses.file}
      poster={video.thumbnail || undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={video.name}
      className="aspect-video w-full rounded-lg bg-ink"
    >
      {!video.isOwn && addresses.captions !== null && (
        <track kind="captions" src={addresses.captions} label="Captions" default />
      )}
    </video>
  )
}

type TranscriptPanelProps = Pick<VideoScreenProps, 'side' | 'onChanged'> & { video: Video }

function TranscriptPanel({ side, video, onChanged }: TranscriptPanelProps) {
  const [transcript, setTranscript] = useState(video.transcript)
  const { busy, problem, run } = useTask()
  const toast = useToast()
  function save(event: FormEvent) {
    event.preventDefault()
    void run(async () => {
      await videoOperations(side).describe({ videoId: video.id, transcript })
      await onChanged()
      toast('Transcript saved.')
    })
  }
  return (
    <Panel title="Transcript">
      <Form draft="transcript" noValidate onSubmit={save}>
        <TextareaField
          name="transcript"
          label="Spoken and visual content"
          hint="For patients who cannot watch or listen. It is copied to a template when the video is added."
          rows={6}
          maxLength={section_length_max}
          value={transcript}
          onChange={({ target }) => setTranscript(target.value)}
        />
        <ProblemMessage problem={problem} className="mt-4" />
        <Button type="submit" variant="quiet" busy={busy} className="mt-4">
          Save transcript
        </Button>
      </Form>
    </Panel>
  )
}

type RemoveButtonProps = Pick<VideoScreenProps, 'side' | 'onRemoved'> & { video: Video }

function RemoveButton({ side, video, onRemoved }: RemoveButtonProps) {
  const confirm = useConfirm()
  const alert = useAlert()
  const toast = useToast()
  const { busy, problem, run } = useTask()

  async function remove() {
    const agreed = await confirm({
      title: `Remove ${video.name}?`,
      text: 'It is removed from the library. Templates and consents that show it keep it.',
      confirm: 'Remove video',
      danger: true,
    })
    if (!agreed) return
    await run(async () => {
      const { keptFor, keptReason } = await videoOperations(side).remove({ videoId: video.id })
      if (keptFor) await alert({ title: 'Removed from the library; its file is kept', text: keptReason })
      else toast('Video removed.')
      onRemoved()
    })
  }
  return (
    <div>
      <Button variant="quiet" icon={Trash2} busy={busy} onClick={() => void remove()}>
        Remove video
      </Button>
      <ProblemMessage problem={problem} className="mt-2" />
    </div>
  )
}
