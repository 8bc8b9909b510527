import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { deviceTimeZone, TimeZoneField } from '../clinics/index.ts'

/** What a new practice is called, how it is reached, and whose clock it keeps. */
export function PracticeFields({ problems }: { problems: readonly FieldProblem[] }) {
  return (
    <fieldset className="mt-7 border-t border-line pt-6">
      <legend className="sr-only">Your practice</legend>
      <h2 aria-hidden>Your practice</h2>
      <TextField
        id="practiceName"
        name="practiceName"
        label="Practice name"
        hint="The name patients know"
        autoComplete="organization"
        dir="auto"
        maxLength={120}
        required
        error={errorOf(problems, 'practiceName')}
        className="mt-4"
      />
      <TextField
        id="practicePhone"
        name="practicePhone"
        type="tel"
        label="Practice phone"
        optional
        hint="Shown to patients who have questions"
        autoComplete="off"
        maxLength={40}
        error={errorOf(problems, 'practicePhone')}
        className="mt-5"
      />
      <TimeZoneField
        id="timeZone"
        hint="Used for working hours and dates"
        defaultValue={deviceTimeZone()}
        error={errorOf(problems, 'timeZone')}
        className="mt-5"
      />
    </fieldset>
  )
}
