import { Suspense } from 'react'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Skeleton } from '../../ui/plain/skeleton.tsx'
import type { PatientComboboxProps } from './patient-combobox-field.tsx'

export type { PatientChoice } from './patient-combobox-field.tsx'

const PatientComboboxField = lazyPart(async () => ({
  default: (await import('./patient-combobox-field.tsx')).PatientComboboxField,
}))

/** An active patient, found by name, birth date, phone or NHS number; its scripts come once a form needs them. */
export function PatientCombobox(props: PatientComboboxProps) {
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <PatientComboboxField {...props} />
    </Suspense>
  )
}
