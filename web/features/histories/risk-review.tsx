import type { ReactNode } from 'react'
import type { PatientRisks, RiskDecision, RiskOfPatient } from '../../../contract/histories.ts'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import {
  decideFinding,
  validateDecisions,
  reasonLabel,
  riskIds,
  unaskedAcknowledgedId,
  currentDecision,
  type RiskDecisions,
} from './risk-decisions.ts'

/** How a clinician decides: absent where the risks are only looked at. */
export type RiskDeciding = {
  decisions: RiskDecisions
  onDecide: (decision: RiskDecision) => void
  /** Whether a treatment that a rule stops may go ahead on their word. */
  mayOverride: boolean
  errors: readonly FieldProblem[]
}

/** Who sends in spite of what is not asked says so: absent where nothing is sent. */
export type UnaskedAcknowledging = {
  isAcknowledged: boolean
  onChange: (isAcknowledged: boolean) => void
  error: string | undefined
}

type RiskReviewProps = {
  risks: PatientRisks
  deciding?: RiskDeciding | undefined
  acknowledging?: UnaskedAcknowledging | undefined
}

const severityWords: Record<RiskOfPatient['severity'], { tone: Tone; label: string; asks: string }> = {
  stop: { tone: 'warn', label: 'Stops the treatment', asks: '' },
  confirm: { tone: 'brand', label: 'Discuss with the patient', asks: 'Changes the discussion' },
  info: { tone: 'neutral', label: 'Added to the text', asks: 'Adds to the text' },
}

/** What a patient's history adds to the risks of planned treatments, each with its reason and source, and what must still be asked. */
export function RiskReview({ risks, deciding, acknowledging }: RiskReviewProps) {
  const { findings, questions } = risks
  const nameOf = (templateId: string) =>
    risks.treatments.find((treatment) => treatment.templateId === templateId)?.name ?? ''
  const isShared = risks.treatments.length > 1
  const forWhich = (ids: readonly string[]) => (isShared ? ids.map(nameOf).join(', ') : '')
  return (
    <div className="space-y-5">
      <UncertaintyNotice risks={risks} />
      {findings.length === 0 ? (
        <p>No additional risks from this patient’s history.</p>
      ) : (
        <ul className="space-y-4">
          {findings.map((finding) => (
            <li key={finding.ruleId}>
              <Finding finding={finding} forWhich={forWhich(finding.treatments)} deciding={deciding} />
            </li>
          ))}
        </ul>
      )}
      {deciding && findings.length > 0 && <UndecidedNotice risks={risks} deciding={deciding} />}
      <OpenQuestions questions={questions} forWhich={forWhich} acknowledging={acknowledging} />
    </div>
  )
}

function UndecidedNotice({ risks, deciding }: { risks: PatientRisks; deciding: RiskDeciding }) {
  const { length } = validateDecisions(risks, deciding.decisions, deciding.mayOverride)
  return (
    <p role="status" className="font-medium">
      {length === 0
        ? 'All risks decided.'
        : `${length} of ${risks.findings.length} risks awaiting a decision.`}
    </p>
  )
}

type OpenQuestionsProps = {
  questions: PatientRisks['questions']
  forWhich: (ids: readonly string[]) => string
  acknowledging: UnaskedAcknowledging | undefined
}

/** What must still be asked: at once where an answer may stop the treatment, the others on demand. */
function OpenQuestions({ questions, forWhich, acknowledging }: OpenQuestionsProps) {
  const grave = questions.filter(({ severity }) => severity === 'stop')
  const others = questions.filter(({ severity }) => severity !== 'stop')
  const listed = (asked: PatientRisks['questions']) => (
    <ul className="list-disc space-y-1.5 ps-5">
      {asked.map(({ about, factor, field, words, severity, treatments }) => (
        <li key={`${about}-${factor}-${field}`}>
          {words}{' '}
          <span className="text-small text-muted">
            {[severityWords[severity].asks, forWhich(treatments)].filter(Boolean).join('; ')}
          </span>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {grave.length > 0 && (
        <InlineMessage tone="warn" title="Ask first: these answers may stop the treatment">
          <div className="mt-1.5">{listed(grave)}</div>
          {acknowledging && (
            <CheckboxField
              id={unaskedAcknowledgedId}
              className="mt-3"
              label="Not asked yet: send anyway"
              checked={acknowledging.isAcknowledged}
              onChange={(event) => acknowledging.onChange(event.target.checked)}
              error={acknowledging.error}
            />
          )}
        </InlineMessage>
      )}
      {others.length > 0 && (
        <Disclosure
          summary={
            others.length === 1 ? '1 more question is open' : `${others.length} more questions are open`
          }
        >
          {listed(others)}
        </Disclosure>
      )}
    </>
  )
}

/** What makes the answer less than sure: an old review, or a treatment that the library does not know. */
function UncertaintyNotice({ risks: { review, treatments } }: { risks: PatientRisks }) {
  const unknown = treatments.filter(({ known }) => known === 'none').map(({ name }) => name)
  const byType = treatments.filter(({ known }) => known === 'type').map(({ name }) => name)
  return (
    <>
      {review.state !== 'current' && (
        <InlineMessage
          tone="warn"
          title={review.state === 'due' ? 'Check the history again' : 'The history is not reviewed'}
        >
          The risks below depend on these answers being up to date.
        </InlineMessage>
      )}
      {byType.length > 0 && (
        <InlineMessage title={`${byType.join(', ')}: treated as a general treatment of its type`}>
          The library has no treatment of this name, so some of these risks may not apply.
        </InlineMessage>
      )}
      {unknown.length > 0 && (
        <InlineMessage tone="warn" title={`${unknown.join(', ')}: not known to the library`}>
          Only general risks were checked. Consider other risks yourself.
        </InlineMessage>
      )}
    </>
  )
}

type FindingProps = { finding: RiskOfPatient; forWhich: string; deciding: RiskDeciding | undefined }

function Finding({ finding, forWhich, deciding }: FindingProps) {
  const { severity, statement, because, missing, source, forStaff, attach, bands, offersCapacityTest } =
    finding
  const { tone, label } = severityWords[severity]
  return (
    <article
      className={`rounded-lg border border-line border-s-4 px-4 py-3.5 ${severity === 'stop' ? 'border-s-warn-edge' : 'border-s-line'}`}
    >
      <Badge tone={tone}>{label}</Badge>
      <p className="mt-2">{statementWords(statement, finding)}</p>
      <dl className="mt-2 space-y-1 text-small">
        <Line term="Why">{because.join('; ')}</Line>
        {forWhich && <Line term="For">{forWhich}</Line>}
        {missing.length > 0 && <Line term="Missing">{missing.map((one) => one.label).join('; ')}</Line>}
        {forStaff && <Line term="For the practice">{forStaff}</Line>}
        {bands.map(({ risks, band }) => (
          <Line key={band} term="Changed frequency">
            The text lists {risks.map((risk) => `“${risk}”`).join(' or ')} as {band} for this patient
          </Line>
        ))}
        {attach && <Line term="Related form">{attach}: send this form as well</Line>}
        {offersCapacityTest && <Line term="Consider">A capacity assessment, if there is doubt</Line>}
        <Line term="Source">
          {source.reference}. {source.note}{' '}
          {source.isChecked
            ? `Review due by ${calendarDayText(source.reviewDue)}.`
            : 'Awaiting clinical review.'}
        </Line>
      </dl>
      {deciding && <Decision finding={finding} deciding={deciding} />}
    </article>
  )
}

/** The statement with each detail that is not known as a gap with its name. */
function statementWords(statement: string, { missing }: RiskOfPatient): string {
  return statement.replaceAll(
    /\{\{(\w+)\}\}/g,
    (_gap, field: string) => `[${missing.find((one) => one.field === field)?.label ?? field}]`,
  )
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex gap-x-2">
    <dt className="shrink-0 font-semibold">{term}:</dt>
    <dd className="min-w-0 text-muted">{children}</dd>
  </div>
)

const choices = [
  { value: 'accepted', label: 'Accept' },
  { value: 'edited', label: 'Edit wording' },
  { value: 'left-out', label: 'Leave out' },
]

function Decision({ finding, deciding }: { finding: RiskOfPatient; deciding: RiskDeciding }) {
  const { decisions, onDecide, mayOverride, errors } = deciding
  const ids = riskIds(finding.ruleId)
  const made = currentDecision(finding, decisions)
  if (finding.severity === 'stop' && !mayOverride)
    return (
      <InlineMessage tone="warn" className="mt-3">
        Only staff who can override consents can decide to go ahead.
      </InlineMessage>
    )
  const asksReason = made && reasonLabel(finding, made.decision)
  return (
    <div className="mt-3 space-y-4 border-t border-line pt-3">
      <RadioGroup
        id={ids.decision}
        legend="Your decision"
        name={ids.decision}
        inline
        options={choices}
        value={made?.decision ?? ''}
        onChange={(value) =>
          onDecide(decideFinding(finding, value as RiskDecision['decision'], decisions[finding.ruleId]))
        }
        error={errorOf(errors, ids.decision)}
      />
      {made?.decision === 'edited' && (
        <TextareaField
          id={ids.statement}
          label="Text for the patient"
          value={made.statement}
          onChange={(event) => onDecide({ ...made, statement: event.target.value })}
          error={errorOf(errors, ids.statement)}
          maxLength={2000}
          rows={3}
        />
      )}
      {asksReason && (
        <TextareaField
          id={ids.reason}
          label={asksReason}
          value={made.reason}
          onChange={(event) => onDecide({ ...made, reason: event.target.value })}
          error={errorOf(errors, ids.reason)}
          maxLength={500}
          rows={2}
        />
      )}
    </div>
  )
}
