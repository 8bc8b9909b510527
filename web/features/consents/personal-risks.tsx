import { today } from '../../../contract/calendar-day.ts'
import { useEffect } from 'react'
import type { PatientRisks } from '../../../contract/histories.ts'
import { api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { RiskReview, unaskedAcknowledgedId } from '../histories/index.ts'
import {
  isUnaskedAcknowledged,
  treatmentsForRiskRules,
  withUnaskedAcknowledged,
  type ConsentValues,
} from './consent-form-values.ts'

type PersonalRisksProps = {
  values: ConsentValues
  onRisks: (risks: PatientRisks) => void
  onChange: (changes: Partial<ConsentValues>) => void
  mayOverride: boolean
  errors: readonly FieldProblem[]
  historyHref: string | undefined
}

/** What the patient's history adds to the risks of the chosen treatments, each to be decided before it is sent. */
export function PersonalRisks(props: PersonalRisksProps) {
  const { values, onRisks, onChange, mayOverride, errors, historyHref } = props
  const { patient, risks, decisions } = values
  const patientId = patient?.id
  const treatments = treatmentsForRiskRules(values)
  const { ask, busy, problem } = useLatest(
    (asked: { patientId: string; treatments: typeof treatments }) =>
      api.histories.risks({ ...asked, day: today() }),
    onRisks,
  )
  const isKnown = treatments.length > 0
  const asked = JSON.stringify(treatments)
  useEffect(() => {
    if (patientId && isKnown) void ask({ patientId, treatments })
    // Told by their content: the list is made anew with each change of the form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked anew only when patient, treatments or teeth change
  }, [patientId, asked])
  if (!patientId || !isKnown) return null
  return (
    <Panel
      title="Risks of this patient"
      actions={
        historyHref && (
          <Link href={historyHref} className="text-link">
            Medical history
          </Link>
        )
      }
    >
      <div aria-live="polite" aria-busy={busy}>
        <ProblemMessage problem={problem} className="mb-4">
          <Button
            variant="quiet"
            size="small"
            className="mt-3"
            onClick={() => void ask({ patientId, treatments })}
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
              onDecide: (made) => onChange({ decisions: { ...decisions, [made.ruleId]: made } }),
              mayOverride,
              errors,
            }}
            acknowledging={{
              isAcknowledged: isUnaskedAcknowledged(values),
              onChange: (isSeen) => onChange(withUnaskedAcknowledged(values, isSeen)),
              error: errorOf(errors, unaskedAcknowledgedId),
            }}
          />
        )}
      </div>
    </Panel>
  )
}
