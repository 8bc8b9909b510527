import type { Weekday } from '../../../contract/identity.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { copyToWorkdays, dayLabel, weekdays, type WeekHours } from './staff-form-values.ts'

type SignInHoursFieldsProps = {
  restricted: boolean
  week: WeekHours
  errors: readonly FieldProblem[]
  onChange: (changes: { loginHoursRestricted?: boolean; week?: WeekHours }) => void
}

/** When somebody may sign in: at any time, or on some days between two times. */
export function SignInHoursFields({ restricted, week, errors, onChange }: SignInHoursFieldsProps) {
  return (
    <div className="space-y-5">
      <RadioGroup
        name="loginHoursRestricted"
        legend="Sign-in hours"
        options={[
          { value: 'any', label: 'At any time' },
          { value: 'hours', label: 'Only at set times', hint: 'In the practice’s time zone.' },
        ]}
        value={restricted ? 'hours' : 'any'}
        onChange={(value) => onChange({ loginHoursRestricted: value === 'hours' })}
      />
      {restricted && (
        <Fieldset
          id="loginHours"
          legend="Days and hours"
          hint="Start and end times are included."
          error={errorOf(errors, 'loginHours')}
        >
          {(control) => (
            <>
              <div className="divide-y divide-line border-y border-line">
                {weekdays.map((day, index) => (
                  <DayFields
                    key={day}
                    id={index === 0 ? control.id : `${control.id}.${day}`}
                    day={day}
                    week={week}
                    errors={errors}
                    onChange={(changed) => onChange({ week: changed })}
                  />
                ))}
              </div>
              <CopyDay week={week} onCopy={(changed) => onChange({ week: changed })} />
            </>
          )}
        </Fieldset>
      )}
    </div>
  )
}

/** Most weeks are alike: the first day that is on, copied to Monday to Friday. */
function CopyDay({ week, onCopy }: { week: WeekHours; onCopy: (week: WeekHours) => void }) {
  const first = weekdays.find((day) => week[day].enabled)
  if (!first) return null
  return (
    <Button variant="quiet" size="small" className="mt-3" onClick={() => onCopy(copyToWorkdays(week, first))}>
      Copy {dayLabel(first)} to all weekdays
    </Button>
  )
}

type DayFieldsProps = {
  id: string
  day: Weekday
  week: WeekHours
  errors: readonly FieldProblem[]
  onChange: (week: WeekHours) => void
}

function DayFields({ id, day, week, errors, onChange }: DayFieldsProps) {
  const name = dayLabel(day)
  const hours = week[day]
  const change = (changes: Partial<typeof hours>) => onChange({ ...week, [day]: { ...hours, ...changes } })
  const time = (part: 'start' | 'end', label: string) => (
    <TextField
      id={`loginHours.${day}.${part}`}
      type="time"
      label={`${name} ${label}`}
      hideLabel
      value={hours[part]}
      onChange={(event) => change({ [part]: event.target.value })}
      error={errorOf(errors, `loginHours.${day}.${part}`)}
      className="min-w-26 flex-1 [&_input::-webkit-calendar-picker-indicator]:hidden"
      required
    />
  )
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 py-2">
      <CheckboxField
        id={id}
        label={name}
        checked={hours.enabled}
        onChange={(event) => change({ enabled: event.target.checked })}
        className="w-32"
      />
      {hours.enabled ? (
        <div className="flex min-w-0 flex-1 basis-56 items-end gap-2">
          {time('start', 'from')}
          <span aria-hidden className="py-2.5 text-muted">
            to
          </span>
          {time('end', 'to')}
        </div>
      ) : (
        <span className="text-muted">No sign-in</span>
      )}
    </div>
  )
}
