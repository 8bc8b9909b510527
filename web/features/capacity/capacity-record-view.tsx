import type { ReactNode } from 'react'
import { Badge } from '../../ui/plain/badge.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import {
  choiceWords,
  resultWords,
  type Assessment,
  type CapacityRecord,
  type Decision,
} from './capacity-words.ts'

/** What was found and decided, as it was written down, the newest first. */
export const CapacityRecords = ({ assessments, decisions }: CapacityRecord) => (
  <>
    {decisions.map((decision) => (
      <FilledForm key={decision.id} record={decision} result={choiceWords[decision.choice]} />
    ))}
    {assessments.map((assessment) => (
      <FilledForm key={assessment.id} record={assessment} result={resultWords[assessment.result]}>
        <p>
          <span className="font-medium">The decision in question:</span> {assessment.decision}
        </p>
        {assessment.again && (
          <p className="wrap-anywhere">
            <span className="font-medium">Reason for review:</span> {assessment.again}
          </p>
        )}
        <p className="text-small text-muted">
          Assessed {momentText(assessment.assessedAt)}
          {assessment.place && <>, {assessment.place}</>}
        </p>
      </FilledForm>
    ))}
  </>
)

type FilledFormProps = {
  record: Assessment | Decision
  result: string
  children?: ReactNode
}

function FilledForm({ record, result, children }: FilledFormProps) {
  const { title, law, told, by, post, gdcNumber, recordedAt, hash } = record
  return (
    <Panel title={title} lead={law} className="print:break-inside-auto">
      <div className="space-y-2">
        <p>
          <Badge tone="brand">{result}</Badge>
        </p>
        {children}
        <p className="text-small text-muted">
          Recorded {momentText(recordedAt)} by <bdi>{by}</bdi>
          {post && `, ${post}`}
          {gdcNumber && `, GDC ${gdcNumber}`}
        </p>
      </div>
      {told.map((section) => (
        <section key={section.title} className="mt-5">
          <h3>{section.title}</h3>
          <dl className="mt-2 space-y-3">
            {section.lines.map((line) => (
              <div key={line.ask} className="print:break-inside-avoid">
                <dt className="text-small text-muted">{line.ask}</dt>
                <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {line.answer}
                  {line.note && <span className="block">{line.note}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="mt-4 truncate text-small text-muted" title={`SHA-256: ${hash}`}>
        Fingerprint <code>{hash}</code>
      </p>
    </Panel>
  )
}
