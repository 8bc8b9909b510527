import type { OwnFigures } from '../../../contract/consents.ts'
import { FoldedRow } from '../../ui/plain/folded-row.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { ownFigureText } from '../templates/index.ts'
import type { ConsentValues } from './consent-form-values.ts'
import { describeOwnFigures, hasOwnFigures } from './own-figure-words.ts'

type OwnFiguresPanelProps = {
  values: ConsentValues
  /** What the text of the draft shows of them, as it was last saved. */
  shown: readonly OwnFigures[]
  onChange: (changes: Partial<ConsentValues>) => void
}

/** What the patient is shown of the practice's own outcomes; whoever sends it may leave all of it out, with a reason. */
export function OwnFiguresPanel({ values, shown, onChange }: OwnFiguresPanelProps) {
  const { treatments, ownFiguresLeftOut } = values
  const described = describeOwnFigures(treatments)
  if (described.length === 0) return null
  const hasFigures = hasOwnFigures(treatments)
  const isLeftOut = ownFiguresLeftOut.trim() !== ''
  const summary = isLeftOut ? 'Left out' : 'Shown beside the published figures'
  return (
    <FoldedRow
      label="Practice outcomes"
      summary={hasFigures ? summary : 'Not shown: not enough people followed up'}
      open={ownFiguresLeftOut !== '' || undefined}
    >
      <div className="space-y-4">
        {described.map(({ key, name, text }) => (
          <p key={key}>
            <span className="font-semibold">{name}:</span> {text}.
          </p>
        ))}
        {hasFigures && !isLeftOut && (
          <ul className="space-y-2">
            {shown
              .flatMap(({ risks }) => risks)
              .map((risk, nth) => {
                const { text, note } = ownFigureText(risk)
                return (
                  <li key={nth} className="text-small">
                    {risk.label}
                    <span className="block font-semibold">{text}</span>
                    <span className="block text-muted">{note}</span>
                  </li>
                )
              })}
          </ul>
        )}
        {hasFigures && (
          <TextareaField
            label="Reason to leave them out"
            optional
            hint="Stored in the practice’s record. Published figures are shown either way."
            value={ownFiguresLeftOut}
            onChange={(event) => onChange({ ownFiguresLeftOut: event.target.value })}
            maxLength={500}
            rows={2}
          />
        )}
      </div>
    </FoldedRow>
  )
}
