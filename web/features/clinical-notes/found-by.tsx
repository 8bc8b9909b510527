import { Badge } from '../../ui/plain/badge.tsx'
import { wordsAt, type NoteSpan } from './note-choices.ts'

type FoundByProps = { foundBy: 'rules' | 'model'; note: string; spans: readonly NoteSpan[]; why?: string }

/** The words something rests on, and who found it. */
export function FoundBy({ foundBy, note, spans, why = '' }: FoundByProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
      <span className="wrap-anywhere">
        From the note: <q dir="auto">{wordsAt(note, spans).join(' … ')}</q>
        {why && `; ${why}`}
      </span>
      {foundBy === 'model' && <Badge tone="warn">Suggested by a language model</Badge>}
    </p>
  )
}
