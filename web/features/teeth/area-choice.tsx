import { areas, type Area } from '../../../contract/teeth.ts'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { PillRadio } from '../../ui/plain/pill.tsx'

const areaLabels: Record<Area, string> = {
  'whole-mouth': 'Whole mouth',
  'upper-arch': 'Upper teeth',
  'lower-arch': 'Lower teeth',
  'upper-right': 'Upper right',
  'upper-left': 'Upper left',
  'lower-right': 'Lower right',
  'lower-left': 'Lower left',
}

type AreaChoiceProps = {
  id: string
  value: Area | null
  onChange: (area: Area | null) => void
}

/** A part of the mouth in the place of single teeth, or none. */
export function AreaChoice({ id, value, onChange }: AreaChoiceProps) {
  const options: { area: Area | null; label: string }[] = [
    { area: null, label: 'Single teeth or none' },
    ...areas.map((area) => ({ area, label: areaLabels[area] })),
  ]
  return (
    <Fieldset id={id} legend="Area" className="field-row">
      {(control) => (
        <div className="flex flex-wrap gap-2">
          {options.map(({ area, label }) => (
            <PillRadio
              key={label}
              id={area === null ? control.id : `${control.id}-${area}`}
              name={`${id}-choice`}
              checked={value === area}
              aria-describedby={control['aria-describedby']}
              onChange={() => onChange(area)}
            >
              {label}
            </PillRadio>
          ))}
        </div>
      )}
    </Fieldset>
  )
}
