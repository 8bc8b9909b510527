import type { DayList } from '../../../contract/day-lists.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'

type DayListMissingProps = {
  missing: NonNullable<DayList['preview']>['missing']
  cancel: readonly string[]
  onChange: (cancel: string[]) => void
}

/** Appointments of an earlier list that this one does not have: each is cancelled only where somebody says so. */
export function DayListMissing({ missing, cancel, onChange }: DayListMissingProps) {
  if (missing.length === 0) return null
  const ids = missing.map(({ id }) => id)
  const isAll = ids.every((id) => cancel.includes(id))
  return (
    <Panel
      title="No longer on the list"
      lead="These were on an earlier list, or are cancelled in this one. Tick those to cancel; the others stay on the board."
      className="mt-5"
    >
      {missing.length > 1 && (
        <CheckboxField
          label={<span className="font-medium">All of them</span>}
          checked={isAll}
          onChange={() => onChange(isAll ? [] : ids)}
        />
      )}
      {missing.map(({ id, patient, clinician, day, time, reason }) => (
        <CheckboxField
          key={id}
          label={
            <>
              Cancel <span dir="auto">{patient.name}</span>, {calendarDayText(day)}, {time}
              <span className="block text-small text-muted" dir="auto">
                {[clinician.name, reason].filter(Boolean).join(' · ')}
              </span>
            </>
          }
          checked={cancel.includes(id)}
          onChange={() =>
            onChange(cancel.includes(id) ? cancel.filter((one) => one !== id) : [...cancel, id])
          }
        />
      ))}
    </Panel>
  )
}
