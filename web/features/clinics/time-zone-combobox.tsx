import { useMemo } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import type { FieldText } from '../../ui/plain/field.tsx'
import { findTimeZones, offsetOf, timeZoneOptions, type TimeZone } from './time-zone-options.ts'

export type TimeZoneComboboxProps = FieldText & {
  /** What is recorded; empty where nothing is chosen. */
  value: string
  onChange: (zone: string) => void
}

/** A time zone, found by its city, its country or its distance from Greenwich. */
export function TimeZoneCombobox({ value, onChange, ...text }: TimeZoneComboboxProps) {
  const zones = useMemo(() => timeZoneOptions(value), [value])
  return (
    <Combobox<TimeZone>
      {...text}
      value={zones.find((zone) => zone.value === value) ?? null}
      onChange={(zone) => onChange(zone?.value ?? '')}
      load={async (typed) => findTimeZones(zones, typed)}
      itemKey={(zone) => zone.value}
      itemLabel={(zone) => zone.label}
      renderItem={(zone) => (
        <span className="flex items-baseline gap-3">
          {zone.label}
          <span className="text-small text-muted tabular-nums">{offsetOf(zone)}</span>
        </span>
      )}
      empty="No time zone matches. Try the nearest large city."
    />
  )
}
