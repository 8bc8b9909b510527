import { useEffect } from 'react'
import type { PatientRisks } from '../../../contract/histories.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { today } from '../../ui/plain/date-parts.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { RiskReview } from '../histories/index.ts'
import type { ConsentValues } from './consent-form-values.ts'

type PersonalRisksProps = {
  values: ConsentValues
  onRisks: (risks: PatientRisks) => void
  onDecisions: (decisions: ConsentValues['decisions']) => void
  mayOverride: boolean
  errors: readonly FieldProblem[]
  historyHref: string | undefined
}

/** What the patient's history adds to the risks of the chosen treatment, each to be decided before it is sent. */
export function PersonalRisks(props: PersonalRisksProps) {
  const { values, onRisks, onDecisions, mayOverride, errors, historyHref } = props
  const { patient, templateId, teeth, risks, decisions } = values
  const patientId = patient?.id
  const { ask, busy, problem } = useLatest(
    (treatment: { patientId: string; templateId: string; teeth: string[] }) => {
      const { patientId: ofPatient, ...planned } = treatment
      return api.histories.risks({ patientId: ofPatient, day: today(), treatments: [planned] })
    },
    onRisks,
  )
  const teethKey = teeth.join()
  useEffect(() => {
    if (patientId && templateId) void ask({ patientId, templateId, teeth })
    // The teeth are told by their codes: the list is made anew with each change of the form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked anew only when patient, treatment or teeth change
  }, [patientId, templateId, teethKey])
  if (!patientId || !templateId) return null
  return (
    <Panel title="Risks of this patient">
      <div aria-live="polite" aria-busy={busy}>
        <ProblemMessage problem={problem} className="mb-4">
          <Button
            variant="quiet"
            size="small"
            className="mt-3"
            onClick={() => void ask({ patientId, templateId, teeth })}
          >
            Try again
          </Button>
        </ProblemMessage>
        {!risks && busy && <SkeletonText lines={3} />}
        {risks && (
          <RiskReview
            risks={risks}
            deciding={{
              decisions,
              onDecide: (made) => onDecisions({ ...decisions, [made.ruleId]: made }),
              mayOverride,
              errors,
            }}
          />
        )}
      </div>
      {historyHref && (
        <p className="mt-4">
          <Link href={historyHref} className="text-link">
            Medical history
          </Link>
        </p>
      )}
    </Panel>
  )
}
