import { Pin } from 'lucide-react'
import { useRef, useState } from 'react'
import { Field, type FieldControl, type FieldText } from '../../ui/plain/field.tsx'
import { Pill } from '../../ui/plain/pill.tsx'

/** A value that is offered for a field, with what is said beside it. */
export type OfferedPhrase = { text: string; note?: string | undefined; isPinned?: boolean }

type PhraseFieldProps = FieldText & {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  phrases: readonly OfferedPhrase[]
  maxLength: number
}

/** How many long phrases stand there before somebody asks for more: each takes a line of its own. */
const shown_at_once = 3
const long_phrase_length = 40

/** A field whose usual values are taken with one press; anything else is written where somebody asks for it. */
export function PhraseField({ value, onChange, phrases, maxLength, ...text }: PhraseFieldProps) {
  const [isWriting, setWriting] = useState(false)
  const typed = useRef<HTMLTextAreaElement>(null)
  const isOffered = value === '' || phrases.some((phrase) => phrase.text === value)
  const isFolded = phrases.length > 0 && isOffered && !isWriting && !text.error
  function write() {
    setWriting(true)
    // Shown first, so that it can take the focus.
    requestAnimationFrame(() => typed.current?.focus())
  }
  const typing = { value, maxLength, onChange, onFocus: () => setWriting(true) }
  return (
    <Field {...text} className="field-row">
      {(control) => (
        <>
          {phrases.length > 0 && (
            <PhrasePills
              {...{ label: text.label, value, phrases }}
              onChoose={(chosen) => {
                setWriting(false)
                onChange(chosen)
              }}
              onWrite={isFolded ? write : undefined}
            />
          )}
          <TypedPhrase {...typing} field={typed} control={control} hidden={isFolded} />
        </>
      )}
    </Field>
  )
}

type TypedPhraseProps = {
  field: React.RefObject<HTMLTextAreaElement | null>
  control: FieldControl
  hidden: boolean
  value: string
  maxLength: number
  onChange: (value: string) => void
  onFocus: () => void
}

const TypedPhrase = ({ field, control, hidden, onChange, ...typing }: TypedPhraseProps) => (
  <textarea
    ref={field}
    {...control}
    {...typing}
    rows={1}
    dir="auto"
    autoComplete="off"
    hidden={hidden}
    onChange={(event) => onChange(event.target.value)}
    className="field field-sizing-content min-h-control resize-none py-2 leading-normal"
  />
)

type PhrasePillsProps = {
  label: string
  value: string
  phrases: readonly OfferedPhrase[]
  onChoose: (text: string) => void
  /** Absent while what is typed can be seen. */
  onWrite: (() => void) | undefined
}

function PhrasePills({ label, value, phrases, onChoose, onWrite }: PhrasePillsProps) {
  const [isWhole, setWhole] = useState(false)
  const isLong = phrases.some(({ text }) => text.length > long_phrase_length)
  const first = isLong && !isWhole ? phrases.slice(0, shown_at_once) : phrases
  // What was chosen stays in sight, also where it stands further down.
  const shown = phrases.filter((phrase) => first.includes(phrase) || phrase.text === value)
  return (
    <div role="group" aria-label={`Usual values: ${label}`} className="mb-2 flex flex-wrap gap-2">
      {shown.map(({ text, note, isPinned }) => (
        <Pill key={text} chosen={text === value} onClick={() => onChoose(text === value ? '' : text)}>
          {isPinned && <Pin aria-label="Pinned:" className="size-3.5 shrink-0" />}
          <span dir="auto">{text}</span>
          {note && <span className="text-small font-normal text-muted">{note}</span>}
        </Pill>
      ))}
      {shown.length < phrases.length && (
        <button type="button" className="btn btn-link min-h-8 px-2 py-0" onClick={() => setWhole(true)}>
          {phrases.length - shown.length} more<span className="sr-only"> for {label}</span>
        </button>
      )}
      {onWrite && (
        <Pill chosen={false} onClick={onWrite} aria-label={`Write: ${label}`}>
          Write…
        </Pill>
      )}
    </div>
  )
}
