import { FoldedRow } from '../../ui/plain/folded-row.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { ownFigureText } from '../templates/index.ts'
import type { ConsentValues } from './consent-form-values.ts'
import { describeOwnFigures, hasOwnFigures } from './own-figure-words.ts'

type OwnFiguresPanelProps = {
  values: ConsentValues
  onChange: (changes: Partial<ConsentValues>) => void
}

/** What the patient is shown of the practice's own outcomes; whoever sends it may leave all of it out, with a reason. */
export function OwnFiguresPanel({ values, onChange }: OwnFiguresPanelProps) {
  const { treatments, ownFiguresLeftOut } = values
  const described = describeOwnFigures(treatments)
  if (described.length === 0) return null
  const hasFigures = hasOwnFigures(treatments)
  const isLeftOut = ownFiguresLeftOut.trim() !== ''
  const summary = isLeftOut ? 'Left out' : 'Shown beside the published figures'
  return (
    <FoldedRow
      label="Practice outcomes"
      summary={hasFigures ? summary : 'Not enough people followed up'}
      open={ownFiguresLeftOut !== '' || undefined}
    >
      <div className="space-y-4">
        {described.map(({ key, name, text, risks }) => (
          <section key={key}>
            <h4 className="font-semibold">{name}</h4>
            <p className="text-small text-muted">{text}.</p>
            <ul className="mt-1 space-y-1">
              {risks.map((risk) => {
                const { text: figure, note } = ownFigureText(risk)
                return (
                  <li key={risk.label} className="text-small">
                    {risk.label}: <span className="font-semibold">{figure}</span>. {note}.
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
        {hasFigures && (
          <TextareaField
            label="Reason to leave them out"
            optional
            hint="Kept in the practice’s record. The published figures are shown either way."
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
