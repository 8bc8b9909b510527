import { areas, type Area } from '../../../contract/teeth.ts'
import { Fieldset } from '../../ui/plain/fieldset.tsx'

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
    <Fieldset id={id} legend="Area" hint="In the place of single teeth.">
      {(control) => (
        <div className="flex flex-wrap gap-2">
          {options.map(({ area, label }) => (
            <label
              key={label}
              className="relative cursor-pointer rounded-full border border-field bg-surface px-3.5 py-1.5 has-checked:border-brand has-checked:bg-brand-soft has-checked:font-medium has-checked:text-brand-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
            >
              <input
                type="radio"
                id={area === null ? control.id : `${control.id}-${area}`}
                name={`${id}-choice`}
                checked={value === area}
                aria-describedby={control['aria-describedby']}
                onChange={() => onChange(area)}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full outline-none"
              />
              {label}
            </label>
          ))}
        </div>
      )}
    </Fieldset>
  )
}
