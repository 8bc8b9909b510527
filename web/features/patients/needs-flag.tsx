import type { ReactNode } from 'react'
import type { PatientRow } from '../../../contract/patients.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { needsOf } from './patient-needs.ts'

type NeedsFlagProps = {
  patient: Pick<PatientRow, 'accessNeeds' | 'language' | 'preferredChannel'>
  /** What stands there where nothing is needed. */
  none?: ReactNode
}

/** What somebody must know before they talk to a patient or write to them: amber, and in words. */
export function NeedsFlag({ patient, none = null }: NeedsFlagProps) {
  const needs = needsOf(patient)
  if (needs.length === 0) return none
  return (
    <span className="flex flex-wrap gap-1.5">
      {needs.map((need) => (
        <Badge key={need} tone="warn" className="whitespace-normal">
          {need}
        </Badge>
      ))}
    </span>
  )
}
