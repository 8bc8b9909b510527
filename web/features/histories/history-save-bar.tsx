import { useState } from 'react'
import type { StatementSource } from '../../../contract/histories.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { sourceChoices } from './history-words.ts'

export const sourceId = 'history-source'

type HistorySaveBarProps = {
  count: number
  busy: boolean
  error: string | undefined
  /** Without a source nobody has said whose word it is. */
  onSave: (choice: { source: StatementSource | undefined; isReviewed: boolean }) => void
  onDiscard: () => void
}

/** What is not saved yet, on whose word it stands, and whether the whole history was gone through. */
export function HistorySaveBar({ count, busy, error, onSave, onDiscard }: HistorySaveBarProps) {
  const [source, setSource] = useState<StatementSource>()
  const [isReviewed, setReviewed] = useState(false)
  return (
    <section
      aria-label="Save answers"
      className="z-10 mt-5 rounded-lg border border-brand bg-surface px-5 py-4 shadow-pop md:sticky md:bottom-4"
    >
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <RadioGroup
          id={sourceId}
          legend="Source of these answers"
          name="source"
          inline
          options={sourceChoices}
          value={source ?? ''}
          onChange={(chosen) => setSource(chosen as StatementSource)}
          error={error}
        />
        <CheckboxField
          label="Whole history reviewed with the patient"
          checked={isReviewed}
          onChange={(event) => setReviewed(event.target.checked)}
        />
        <div className="ms-auto flex flex-wrap items-center gap-3">
          <p role="status" className="font-medium">
            {count === 1 ? '1 answer not saved' : `${count} answers not saved`}
          </p>
          <Button variant="quiet" onClick={onDiscard}>
            Discard
          </Button>
          <Button busy={busy} onClick={() => onSave({ source, isReviewed })}>
            Save answers
          </Button>
        </div>
      </div>
    </section>
  )
}
