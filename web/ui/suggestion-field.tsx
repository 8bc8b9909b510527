import { Pin } from 'lucide-react'
import { useRef, useState, type MouseEvent } from 'react'
import { Field, type FieldControl, type FieldText } from './plain/field.tsx'
import { PillGroup } from './pill-group.tsx'
import { Pill } from './plain/pill.tsx'

/** A value that is offered for a field, with what is said beside it. */
export type Suggestion = { text: string; note?: string | undefined; isPinned?: boolean }

type SuggestionFieldProps = FieldText & {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  suggestions: readonly Suggestion[]
  maxLength: number
}

/** How many long suggestions stand there before somebody asks for more: each takes a line of its own. */
const shown_at_once = 3
const long_text_length = 40

/** A field whose usual values are taken with one press; anything else is written where somebody asks for it. */
export function SuggestionField({ value, onChange, suggestions, maxLength, ...text }: SuggestionFieldProps) {
  const [isWriting, setWriting] = useState(false)
  const typed = useRef<HTMLTextAreaElement>(null)
  const isOffered = value === '' || suggestions.some((suggestion) => suggestion.text === value)
  const isFolded = suggestions.length > 0 && isOffered && !isWriting && !text.error
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
          {suggestions.length > 0 && (
            <SuggestionPills
              {...{ label: text.label, value, suggestions }}
              onChoose={(chosen) => {
                setWriting(false)
                onChange(chosen)
              }}
              onWrite={isFolded ? write : undefined}
            />
          )}
          <TypedText {...typing} field={typed} control={control} hidden={isFolded} />
        </>
      )}
    </Field>
  )
}

type TypedTextProps = {
  field: React.RefObject<HTMLTextAreaElement | null>
  control: FieldControl
  hidden: boolean
  value: string
  maxLength: number
  onChange: (value: string) => void
  onFocus: () => void
}

const TypedText = ({ field, control, hidden, onChange, ...typing }: TypedTextProps) => (
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

type SuggestionPillsProps = {
  label: string
  value: string
  suggestions: readonly Suggestion[]
  onChoose: (text: string) => void
  /** Absent while what is typed can be seen. */
  onWrite: (() => void) | undefined
}

function SuggestionPills({ label, value, suggestions, onChoose, onWrite }: SuggestionPillsProps) {
  const [isWhole, setWhole] = useState(false)
  const isLong = suggestions.some(({ text }) => text.length > long_text_length)
  const first = isLong && !isWhole ? suggestions.slice(0, shown_at_once) : suggestions
  // What was chosen stays in sight, also where it stands further down.
  const shown = suggestions.filter((suggestion) => first.includes(suggestion) || suggestion.text === value)
  /** The first that was not in sight takes the place, and the focus, of the button. */
  function showAll({ currentTarget: button }: MouseEvent<HTMLButtonElement>) {
    const { parentElement: group } = button
    setWhole(true)
    requestAnimationFrame(() => group?.querySelectorAll('button')[shown.length]?.focus())
  }
  return (
    <PillGroup label={`Usual values: ${label}`} className={onWrite ? '' : 'mb-2'}>
      {shown.map(({ text, note, isPinned }) => (
        <Pill key={text} chosen={text === value} onClick={() => onChoose(text === value ? '' : text)}>
          {isPinned && <Pin aria-label="Pinned:" className="size-3.5 shrink-0" />}
          <span>
            <bdi>{text}</bdi>
            {note && <span className="text-small font-normal text-muted"> {note}</span>}
          </span>
        </Pill>
      ))}
      {shown.length < suggestions.length && (
        <button type="button" className="btn btn-link min-h-8 px-2 py-0" onClick={showAll}>
          {suggestions.length - shown.length} more<span className="sr-only"> for {label}</span>
        </button>
      )}
      {onWrite && (
        <Pill onClick={onWrite} aria-label={`Write: ${label}`}>
          Write…
        </Pill>
      )}
    </PillGroup>
  )
}
