import type { LetterFault, LetterRepair } from '../../contract/letter-faults.ts'
import { CheckboxField } from './plain/checkbox-field.tsx'
import { InlineMessage } from './plain/inline-message.tsx'

type Choice = { hasHeaderRow: boolean; isRepaired: boolean }

type ListReadingProps = {
  reading: Choice & { repair: LetterRepair | null }
  busy: boolean
  onChange: (choice: Choice) => void
}

const faultTexts: Record<LetterFault, string> = {
  'decoded-twice': 'Some letters were broken when this file was saved.',
  'mac-roman': 'This file seems to come from an old Mac, which writes some letters in another way.',
}

/** How a file is read that says little of itself, with what a repair of its letters does. */
export function ListReading({ reading, busy, onChange }: ListReadingProps) {
  const { hasHeaderRow, isRepaired, repair } = reading
  return (
    <div className="mt-4 space-y-4">
      {repair && (
        <InlineMessage tone="warn">
          <p>{faultTexts[repair.fault]}</p>
          <ul className="mt-2">
            {repair.examples.map(({ written, meant }) => (
              <li key={written} dir="auto">
                {written} → <strong>{meant}</strong>
              </li>
            ))}
          </ul>
          <CheckboxField
            id="isRepaired"
            className="mt-2"
            label="Repair these letters"
            checked={isRepaired}
            disabled={busy}
            onChange={({ target: { checked } }) => onChange({ hasHeaderRow, isRepaired: checked })}
          />
        </InlineMessage>
      )}
      <CheckboxField
        id="hasNoHeaderRow"
        label="This file has no header row"
        hint="The first row holds values, as the others do."
        checked={!hasHeaderRow}
        disabled={busy}
        onChange={({ target: { checked } }) => onChange({ hasHeaderRow: !checked, isRepaired })}
      />
    </div>
  )
}
