import { clsx } from 'clsx'
import type { ParsedNote } from './note-choices.ts'
import { splitIntoSegments, highlightLabels, type NoteHighlight } from './note-highlights.ts'

/** Told apart by line and tint, and in words to those who listen. */
const highlightClasses: Record<NoteHighlight, string> = {
  treatment: 'bg-brand-soft text-brand-strong decoration-solid',
  place: 'bg-brand-soft text-brand-strong decoration-dotted',
  diagnosis: 'bg-ok-soft text-ok decoration-solid',
  fact: 'bg-warn-soft text-warn decoration-solid',
  cost: 'bg-paper text-ink decoration-dotted',
  aside: 'bg-transparent text-muted decoration-dashed',
  unknown: 'bg-bad-soft text-bad decoration-wavy',
  conflict: 'bg-bad-soft text-bad decoration-double',
}

/** The note as it was read, with the words marked that something was made of. */
export function HighlightedNote({ note, reading }: { note: string; reading: ParsedNote }) {
  const pieces = splitIntoSegments(note, reading)
  const used = [...new Set(pieces.flatMap(({ mark }) => mark ?? []))]
  return (
    <div>
      <p
        dir="auto"
        className="rounded-md border border-line px-4 py-3 leading-loose whitespace-pre-line wrap-anywhere"
      >
        {pieces.map(({ text, mark }, index) =>
          mark ? (
            <mark
              key={index}
              className={clsx(
                'rounded-xs px-0.5 underline decoration-1 underline-offset-4',
                highlightClasses[mark],
              )}
            >
              {text}
              <span className="sr-only"> ({highlightLabels[mark]})</span>
            </mark>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
      </p>
      <ul aria-label="Key to the highlights" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small">
        {used.map((mark) => (
          <li key={mark}>
            <span
              className={clsx(
                'rounded-xs px-0.5 underline decoration-1 underline-offset-4',
                highlightClasses[mark],
              )}
            >
              {highlightLabels[mark]}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
