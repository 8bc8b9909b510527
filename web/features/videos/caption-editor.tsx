import { useEffect, useRef, useState, type RefObject } from 'react'
import { captions_length_max } from '../../../contract/limits.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useDraftState } from '../../ui/use-draft-state.tsx'
import { useTask } from '../../ui/use-task.ts'
import { cueFieldId, cueProblems, cuesOfTranscript, insertCueAfter, type Cue } from './caption-cues.ts'
import { CaptionRow, type Playing } from './caption-row.tsx'
import { parseWebVtt, formatWebVtt } from './web-vtt.ts'

type CaptionEditorProps = {
  /** As they were saved. */
  saved: readonly Cue[]
  transcript: string
  /** Of the video; null while nobody knows. */
  seconds: number | null
  video: RefObject<HTMLVideoElement | null>
  onSave: (text: string) => Promise<unknown>
}

/** Captions of a video: taken from a file, made of the transcript, and put right while it plays. */
export function CaptionEditor({ saved, transcript, seconds, video, onSave }: CaptionEditorProps) {
  const { state: cues, setState: setCues, offer } = useDraftState('captions', saved)
  const [errors, setErrors] = useState<readonly FieldProblem[]>([])
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const playing = usePlaying(video)
  usePreview(video, cues)

  const mayReplace = async () =>
    cues.length === 0 ||
    confirm({
      title: 'Replace the captions?',
      text: 'The current captions are replaced. Saved captions do not change until you save.',
      confirm: 'Replace captions',
    })
  async function read(file: File) {
    const found = parseWebVtt(await file.text())
    if ('fault' in found) return setErrors([{ text: `${file.name}, line ${found.line}: ${found.fault}` }])
    if (!(await mayReplace())) return
    setErrors([])
    setCues(found.cues)
  }
  async function createFromTranscript() {
    if (seconds === null || !(await mayReplace())) return
    setErrors([])
    setCues(cuesOfTranscript(transcript, seconds))
  }
  function save() {
    const text = formatWebVtt(cues)
    const cueErrors: FieldProblem[] = cueProblems(cues, seconds)
    if (text.length > captions_length_max) cueErrors.push({ text: 'The captions are too long' })
    setErrors(cueErrors)
    if (cueErrors.length === 0) void run(() => onSave(text))
  }
  function addAfter(index: number) {
    setCues((now) => insertCueAfter(now, index, seconds))
    requestAnimationFrame(() => document.getElementById(cueFieldId(index + 1, 'text'))?.focus())
  }
  return (
    <Panel
      title="Captions"
      lead="Spoken words shown on the video. The preview shows the captions as edited here."
    >
      <ErrorSummary errors={errors} />
      {offer}
      <div className="grid gap-4 sm:grid-cols-2">
        <FileField
          label="WebVTT file"
          hint={`Ends in .vtt, at most ${numberText(captions_length_max)} characters`}
          accept=".vtt,text/vtt"
          single
          onFiles={([file]) => file && void read(file)}
        />
        <FromTranscript
          transcript={transcript}
          seconds={seconds}
          onMake={() => void createFromTranscript()}
        />
      </div>
      {cues.length > 0 && <p className="mt-5 text-small text-muted">{keyboardHelp}</p>}
      <ol className="mt-4 divide-y divide-line">
        {cues.map((cue, index) => (
          <CaptionRow
            key={index}
            cue={cue}
            index={index}
            errors={errors}
            playing={playing}
            onChange={(changed) => setCues((now) => now.with(index, changed))}
            onAddAfter={() => addAfter(index)}
            onRemove={() => setCues((now) => now.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <ProblemMessage problem={problem} className="mt-4" />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={busy} onClick={save}>
          Save captions
        </Button>
        {cues.length === 0 && (
          <Button variant="quiet" onClick={() => addAfter(-1)}>
            Add the first caption
          </Button>
        )}
      </div>
    </Panel>
  )
}

const keyboardHelp =
  'In a time field: arrow keys change it by 0.1 seconds, with Shift by 1 second. Enter uses the current video time. Space plays and pauses.'

type FromTranscriptProps = { transcript: string; seconds: number | null; onMake: () => void }

function FromTranscript({ transcript, seconds, onMake }: FromTranscriptProps) {
  const missing =
    transcript.trim() === ''
      ? 'Enter and save the transcript first.'
      : seconds === null
        ? 'The video length is not known yet.'
        : null
  return (
    <div className="rounded-lg border border-dashed border-field px-5 py-6">
      <p className="font-semibold">From the transcript</p>
      <p className="mt-1 text-muted">
        {missing ?? 'Spreads its sentences over the video. Correct the times afterwards.'}
      </p>
      {missing === null && (
        <Button variant="quiet" className="mt-3" onClick={onMake}>
          Create captions
        </Button>
      )}
    </div>
  )
}

function usePlaying(video: RefObject<HTMLVideoElement | null>): Playing {
  const play = () => void video.current?.play().catch(console.error)
  return {
    now: () => video.current?.currentTime ?? 0,
    playFrom(seconds) {
      if (video.current) video.current.currentTime = seconds
      play()
    },
    toggle: () => (video.current?.paused ? play() : video.current?.pause()),
  }
}

/** Shows captions in the player as they are written. A track cannot be taken away again, so one stays and is emptied. */
function usePreview(video: RefObject<HTMLVideoElement | null>, cues: readonly Cue[]) {
  const track = useRef<TextTrack | null>(null)
  useEffect(() => {
    track.current ??= video.current?.addTextTrack('captions', 'Captions', 'en') ?? null
    const shown = track.current
    if (!shown) return
    shown.mode = 'showing'
    for (const cue of [...(shown.cues ?? [])]) shown.removeCue(cue)
    for (const { start, end, text } of cues) if (end > start) shown.addCue(new VTTCue(start, end, text))
  }, [video, cues])
}
