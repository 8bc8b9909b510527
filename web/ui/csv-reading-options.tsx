import type { EncodingError, EncodingRepair } from '../../contract/encoding-errors.ts'
import { CheckboxField } from './plain/checkbox-field.tsx'
import { InlineMessage } from './plain/inline-message.tsx'

export type CsvOptions = { hasHeaderRow: boolean; isRepaired: boolean }

export type CsvReading = CsvOptions & { repair: EncodingRepair | null }

type CsvReadingOptionsProps = {
  reading: CsvReading
  onChange: (choice: CsvOptions) => void
}

const encodingErrorTexts: Record<EncodingError, string> = {
  'double-encoded': 'Some letters were broken when this file was saved.',
  'mac-roman': 'This file seems to come from an old Mac, which writes some letters in another way.',
}

/** How a file is read that says little of itself, with what a repair of its letters does. */
export function CsvReadingOptions({ reading, onChange }: CsvReadingOptionsProps) {
  const { hasHeaderRow, isRepaired, repair } = reading
  return (
    <div className="mt-4 space-y-4">
      {repair && (
        <InlineMessage tone="warn">
          <p>{encodingErrorTexts[repair.fault]}</p>
          <ul className="mt-2">
            {repair.examples.map(({ written, repaired }) => (
              <li key={written} dir="auto">
                {written} → <strong>{repaired}</strong>
              </li>
            ))}
          </ul>
          <CheckboxField
            id="isRepaired"
            className="mt-2"
            label="Repair these letters"
            checked={isRepaired}
            onChange={({ target: { checked } }) => onChange({ hasHeaderRow, isRepaired: checked })}
          />
        </InlineMessage>
      )}
      <CheckboxField
        id="hasNoHeaderRow"
        label="This file has no header row"
        hint="The first row is data, not column names."
        checked={!hasHeaderRow}
        onChange={({ target: { checked } }) => onChange({ hasHeaderRow: !checked, isRepaired })}
      />
    </div>
  )
}
