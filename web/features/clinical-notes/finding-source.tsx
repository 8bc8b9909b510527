import { Badge } from '../../ui/plain/badge.tsx'
import { textAtSpans, type NoteSpan } from './note-choices.ts'

type FindingSourceProps = {
  foundBy: 'rules' | 'model'
  note: string
  spans: readonly NoteSpan[]
  why?: string
}

/** The words something rests on, and who found it. */
export function FindingSource({ foundBy, note, spans, why = '' }: FindingSourceProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
      <span className="wrap-anywhere">
        From the note: <q dir="auto">{textAtSpans(note, spans).join(' … ')}</q>
        {why && `; ${why}`}
      </span>
      {foundBy === 'model' && <Badge tone="warn">Suggested by a language model</Badge>}
    </p>
  )
}
