import { useState } from 'react'
import { phrase_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'

type NewPhraseFieldProps = {
  /** The gap that the phrase is for. */
  label: string
  busy: boolean
  /** Answers whether it was added. */
  onAdd: (text: string) => Promise<boolean>
}

/** Types a phrase for a gap and adds it; what was refused stays to be changed. */
export function NewPhraseField({ label, busy, onAdd }: NewPhraseFieldProps) {
  const [typed, setTyped] = useState('')
  async function add() {
    if (typed.trim() !== '' && (await onAdd(typed.trim()))) setTyped('')
  }
  return (
    <div className="mt-2 flex items-end gap-2">
      <TextField
        label={`New phrase: ${label}`}
        hideLabel
        placeholder="New phrase"
        className="min-w-0 flex-1"
        dir="auto"
        autoComplete="off"
        maxLength={phrase_length_max}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void add()
        }}
      />
      <Button variant="quiet" busy={busy} onClick={() => void add()} aria-label={`Add to ${label}`}>
        Add
      </Button>
    </div>
  )
}
