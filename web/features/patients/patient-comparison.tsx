import { useEffect, useState } from 'react'
import type { Patient } from '../../../contract/patients.ts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SpinnerIcon } from '../../ui/plain/spinner.tsx'
import type { Problem } from '../../ui/use-task.ts'
import { comparedDetails } from './merge-choice.ts'
import { fieldText, mergeFieldLabels } from './merge-words.ts'
import type { PatientEntry } from './patient-form-parsing.ts'

type PatientComparisonProps = { entry: PatientEntry; patientId: string }

/** What stands on the form and what is on record, side by side. */
export function PatientComparison({ entry, patientId }: PatientComparisonProps) {
  const [patient, setPatient] = useState<Patient | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    api.patients.get({ patientId }, { signal: stop.signal }).then(setPatient, (error: Problem) => {
      if (!stop.signal.aborted) setProblem(error)
    })
    return () => stop.abort()
  }, [patientId])
  if (problem) return <ProblemMessage problem={problem} className="mt-3" />
  if (!patient) return <SpinnerIcon className="mt-3 size-5" />
  return (
    <table className="mt-3 w-full text-start text-small">
      <caption className="sr-only">This form and the record compared</caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-2 pe-3 text-start font-normal">
            Detail
          </th>
          <th scope="col" className="py-2 pe-3 text-start font-normal">
            On this form
          </th>
          <th scope="col" className="py-2 text-start font-normal">
            On record
          </th>
        </tr>
      </thead>
      <tbody>
        {comparedDetails(entry, patient).map(({ field, contradicts }) => (
          <tr key={field} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-2 pe-3 text-start font-semibold">
              {mergeFieldLabels[field]}
            </th>
            <td className="py-2 pe-3 wrap-anywhere">
              <FieldValue text={fieldText(entry, field)} />
            </td>
            <td className="py-2 wrap-anywhere">
              <FieldValue text={fieldText(patient, field)} />
              {contradicts && (
                <Badge tone="warn" className="ms-2">
                  Different
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FieldValue = ({ text }: { text: string }) =>
  text ? <span dir="auto">{text}</span> : <span className="text-muted">Nothing recorded</span>
