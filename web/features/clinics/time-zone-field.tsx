import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Skeleton } from '../../ui/plain/skeleton.tsx'
import type { TimeZoneComboboxProps } from './time-zone-combobox.tsx'

const TimeZoneCombobox = lazyPart(async () => ({
  default: (await import('./time-zone-combobox.tsx')).TimeZoneCombobox,
}))

type TimeZoneFieldProps = Omit<TimeZoneComboboxProps, 'value' | 'onChange' | 'label'> & {
  defaultValue: string
}

/** Whose clock a practice keeps, as the field `timeZone` of a form. */
export function TimeZoneField({ defaultValue, className, ...text }: TimeZoneFieldProps) {
  const [zone, setZone] = useState(defaultValue)
  return (
    <div className={className}>
      <input type="hidden" name="timeZone" value={zone} />
      <Suspense fallback={<Skeleton className="h-20" />}>
        <TimeZoneCombobox {...text} label="Time zone" value={zone} onChange={setZone} />
      </Suspense>
    </div>
  )
}
