import { today } from '../../../contract/calendar-day.ts'
import { useState } from 'react'
import type { PatientRisks } from '../../../contract/histories.ts'
import { api } from '../../api.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { ToothChart, type Dentition } from '../teeth/index.ts'
import { TemplatePicker, type TemplateSummary } from '../templates/index.ts'
import { RiskReview } from './risk-review.tsx'

type PlanRisksProps = {
  patientId: string
  templates: readonly TemplateSummary[]
  dentition: Dentition
  /** Answers that are not saved yet do not count. */
  hasDraft: boolean
  /** Where a consent for this patient is begun; absent where none can be. */
  newConsentHref: string | undefined
}

type Plan = { templateId: string; teeth: string[]; day: string }

/** What the saved history changes for one treatment. */
export function PlanRisks({ patientId, templates, dentition, hasDraft, newConsentHref }: PlanRisksProps) {
  const [plan, setPlan] = useState<Plan>({ templateId: '', teeth: [], day: today() })
  const [shownTeeth, setShownTeeth] = useState(dentition)
  const [risks, setRisks] = useState<PatientRisks>()
  const { ask, busy, problem } = useLatest(
    ({ templateId, teeth, day }: Plan) =>
      api.histories.risks({ patientId, day, treatments: [{ templateId, teeth }] }),
    setRisks,
  )
  function change(changes: Partial<Plan>) {
    const next = { ...plan, ...changes }
    setPlan(next)
    if (next.templateId && next.day) void ask(next)
  }
  return (
    <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
      <Panel
        title="Effect on a treatment"
        lead="Choose a treatment to see what the history adds to its risks."
      >
        <div className="space-y-6">
          <TemplatePicker
            id="plan-template"
            initial={templates}
            chosenId={plan.templateId}
            onChange={(templateId) => change({ templateId })}
          />
          <ToothChart
            id="plan-teeth"
            value={plan.teeth}
            onChange={(teeth) => change({ teeth })}
            dentition={shownTeeth}
            onDentition={setShownTeeth}
            optional
          />
          <TextField
            id="plan-day"
            label="Planned for"
            type="date"
            width="short"
            value={plan.day}
            onChange={(event) => change({ day: event.target.value })}
          />
        </div>
      </Panel>
      <Panel title="Risks of this patient" className="lg:sticky lg:top-5">
        <div aria-live="polite" aria-busy={busy}>
          {hasDraft && (
            <InlineMessage tone="warn" className="mb-4">
              Unsaved answers are not included.
            </InlineMessage>
          )}
          <ProblemMessage problem={problem} className="mb-4" />
          {risks ? <RiskReview risks={risks} /> : busy ? <SkeletonText lines={4} /> : <NothingChosen />}
        </div>
        {risks && newConsentHref && (
          <ButtonLink href={newConsentHref} variant="quiet" className="mt-5">
            New consent
          </ButtonLink>
        )}
      </Panel>
    </div>
  )
}

const NothingChosen = () => <p className="text-muted">No treatment is chosen yet.</p>
