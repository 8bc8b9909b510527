import { useEffect, useState } from 'react'
import { today } from '../../../contract/calendar-day.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { RiskReview } from '../histories/index.ts'
import { ageOn } from '../patients/index.ts'
import { dentitionAt } from '../teeth/index.ts'
import { listTemplates, TemplatePicker, type TemplateSummary } from '../templates/index.ts'
import type { AddendumValues } from './addendum-values.ts'
import type { Consent } from './consent-form-values.ts'
import { fetchWording } from './consent-start.ts'
import { TreatmentFields } from './treatment-fields.tsx'
import {
  treatmentIds,
  withDetails,
  withTemplate,
  withWording,
  type TreatmentValues,
} from './treatment-values.ts'
import { WordingConfirmation } from './wording-confirmation.tsx'

type AddendumTreatmentProps = {
  patient: Consent['patient']
  clinicianId: string
  values: AddendumValues
  onChange: (change: (values: AddendumValues) => AddendumValues) => void
  mayOverride: boolean
  errors: readonly FieldProblem[]
}

const ids = treatmentIds(0)
/** What was found is its reason, and is asked once. */
const foundBefore = ['reason'] as const

/** What is done instead, where, and what the patient's history says to it. */
export function AddendumTreatment(props: AddendumTreatmentProps) {
  const { patient, values, onChange, errors } = props
  const { treatment, wordingConfirmed } = values
  const { templateId, wordingToConfirm } = treatment
  const change = (changes: Partial<TreatmentValues>) =>
    onChange((now) => ({ ...now, treatment: withDetails(now.treatment, changes) }))
  return (
    <>
      <TreatmentChoice {...props} />
      {templateId !== '' && (
        <>
          <TreatmentFields
            treatment={treatment}
            index={0}
            onChange={change}
            firstDentition={dentitionAt(ageOn(patient.dateOfBirth, today()))}
            without={foundBefore}
            errors={errors}
          />
          {wordingToConfirm && (
            <WordingConfirmation
              confirmed={wordingConfirmed}
              onChange={(confirmed) => onChange((now) => ({ ...now, wordingConfirmed: confirmed }))}
              error={errorOf(errors, 'wordingConfirmed')}
            />
          )}
          <PatientRiskReview {...props} />
        </>
      )}
    </>
  )
}

function TreatmentChoice({ clinicianId, values, onChange, errors }: AddendumTreatmentProps) {
  const { templateId, template } = values.treatment
  const [templates, setTemplates] = useState<readonly TemplateSummary[] | null>(null)
  const list = useLatest(() => listTemplates(), setTemplates)
  const wording = useLatest(
    (chosenId: string) => fetchWording(chosenId, clinicianId),
    (read) => onChange((now) => ({ ...now, treatment: withWording(now.treatment, read) })),
  )
  useEffect(() => {
    void list.ask(undefined)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read once, when the dialog opens
  }, [])

  function choose(chosenId: string) {
    onChange((now) => ({
      ...now,
      treatment: withTemplate(now.treatment, chosenId),
      risks: null,
      decisions: {},
      wordingConfirmed: false,
    }))
    void wording.ask(chosenId)
  }
  return (
    <div aria-busy={wording.busy}>
      <ProblemMessage problem={list.problem} />
      {!templates && list.busy && <Spinner message="Loading treatments" />}
      {templates && (
        <TemplatePicker
          id={ids.template}
          initial={templates}
          chosenId={templateId}
          chosenName={template?.name}
          onChange={choose}
          error={errorOf(errors, ids.template)}
        />
      )}
      <ProblemMessage problem={wording.problem} className="mt-3">
        <Button variant="quiet" size="small" className="mt-3" onClick={() => void wording.ask(templateId)}>
          Try again
        </Button>
      </ProblemMessage>
    </div>
  )
}

/** What the patient's history adds to the risks of the other treatment, each to be decided. */
function PatientRiskReview({ patient, values, onChange, mayOverride, errors }: AddendumTreatmentProps) {
  const { risks, decisions, treatment } = values
  const { templateId, teeth } = treatment
  const { ask, busy, problem } = useLatest(api.histories.risks, (found) =>
    onChange((now) => ({ ...now, risks: found })),
  )
  const question = { patientId: patient.id, day: today(), treatments: [{ templateId, teeth }] }
  const asked = JSON.stringify(question)
  useEffect(() => {
    void ask(question)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked anew only when treatment or teeth change
  }, [asked])
  return (
    <section aria-label="Risks of this patient" aria-live="polite" aria-busy={busy}>
      <ProblemMessage problem={problem} className="mb-3">
        <Button variant="quiet" size="small" className="mt-3" onClick={() => void ask(question)}>
          Try again
        </Button>
      </ProblemMessage>
      {risks && (
        <RiskReview
          risks={risks}
          deciding={{
            decisions,
            onDecide: (made) =>
              onChange((now) => ({ ...now, decisions: { ...now.decisions, [made.ruleId]: made } })),
            mayOverride,
            errors,
          }}
        />
      )}
    </section>
  )
}
