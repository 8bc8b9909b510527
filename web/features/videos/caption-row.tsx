import { Play, Plus, Trash2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { cueFieldId, isTooShort, type Cue } from './caption-cues.ts'
import { formatCueTime, shiftTime, parseCueTime } from './caption-times.ts'

export type Playing = {
  /** Where the video stands, in seconds. */
  now: () => number
  playFrom: (seconds: number) => void
  toggle: () => void
}

type CaptionRowProps = {
  cue: Cue
  index: number
  errors: readonly FieldProblem[]
  playing: Playing
  onChange: (cue: Cue) => void
  onAddAfter: () => void
  onRemove: () => void
}

/** One caption: its times, its words, and hearing it. */
export function CaptionRow({ cue, index, errors, playing, onChange, onAddAfter, onRemove }: CaptionRowProps) {
  const number = index + 1
  const times = (field: 'start' | 'end', label: string) => (
    <TimeField
      id={cueFieldId(index, field)}
      label={label}
      seconds={cue[field]}
      error={errorOf(errors, cueFieldId(index, field))}
      playing={playing}
      onChange={(seconds) => onChange({ ...cue, [field]: seconds })}
    />
  )
  return (
    <li className="py-4 first:pt-0">
      <fieldset>
        <legend className="sr-only">Caption {number}</legend>
        <div className="flex flex-wrap items-end gap-3">
          {times('start', `Caption ${number} begins`)}
          {times('end', 'Ends')}
          <div className="ms-auto flex">
            <IconButton
              label={`Play from caption ${number}`}
              icon={Play}
              onClick={() => playing.playFrom(cue.start)}
            />
            <IconButton label={`Add a caption after ${number}`} icon={Plus} onClick={onAddAfter} />
            <IconButton label={`Remove caption ${number}`} icon={Trash2} onClick={onRemove} />
          </div>
        </div>
        <TextareaField
          id={cueFieldId(index, 'text')}
          label={`Text of caption ${number}`}
          hideLabel
          hint={isTooShort(cue) ? 'Too short to read: give it more time.' : undefined}
          error={errorOf(errors, cueFieldId(index, 'text'))}
          rows={2}
          value={cue.text}
          className="mt-2"
          onChange={({ target }) => onChange({ ...cue, text: target.value })}
        />
      </fieldset>
    </li>
  )
}

type TimeFieldProps = {
  id: string
  label: string
  seconds: number
  error: string | undefined
  playing: Playing
  onChange: (seconds: number) => void
}

const step_seconds = 0.1
const large_step_seconds = 1

/** A moment of the video, typed or moved by keys while it plays. */
function TimeField({ id, label, seconds, error, playing, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function commitTypedTime() {
    const read = typed === null ? null : parseCueTime(typed)
    if (read !== null) onChange(read)
    setTyped(null)
  }
  function press(event: KeyboardEvent) {
    const step = event.shiftKey ? large_step_seconds : step_seconds
    const moved: Record<string, () => void> = {
      ArrowUp: () => onChange(shiftTime(seconds, step)),
      ArrowDown: () => onChange(shiftTime(seconds, -step)),
      Enter: () => (typed === null ? onChange(shiftTime(playing.now(), 0)) : commitTypedTime()),
      ' ': playing.toggle,
    }
    const act = moved[event.key]
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    act()
  }
  return (
    <TextField
      id={id}
      label={label}
      error={error}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? formatCueTime(seconds)}
      className="w-36 [&_input]:tabular-nums"
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commitTypedTime}
      onKeyDown={press}
    />
  )
}
