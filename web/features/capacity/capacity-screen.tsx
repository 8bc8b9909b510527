import { Printer } from 'lucide-react'
import { useState } from 'react'
import {
  assessment_days_max,
  decisionRefusal,
  type CapacityForms,
  type DecisionRefusal,
  type WeighedOption,
} from '../../../contract/capacity-rules.ts'
import type { Api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AssessmentForm } from './assessment-form.tsx'
import { CapacityRecords } from './capacity-record-view.tsx'
import {
  clinicianOnlyText,
  emptyTreatmentOption,
  resultWords,
  nextStepText,
  type CapacityRecord,
} from './capacity-words.ts'
import { DecisionForm } from './decision-form.tsx'
import { startedPart } from './use-capacity-draft.ts'

type Consent = Awaited<ReturnType<Api['consents']['get']>>

type CapacityScreenProps = {
  consent: Consent
  record: CapacityRecord
  forms: CapacityForms
  /** Whoever is signed in. */
  writer: { id: string; name: string }
  consentHref: string
  onChanged: () => Promise<void>
}

const day_ms = 24 * 60 * 60 * 1000

/** Why nothing can be decided for the patient yet, and what to do; nothing is said where the patient decides. */
const waitingTexts: Partial<Record<DecisionRefusal, string>> = {
  'other-form': 'The practice’s nation has changed. Reassess with the form for its law.',
  'assessment-old': `The assessment is more than ${assessment_days_max} days old. Reassess before a decision is made.`,
}

function capacityStatus({ assessments: [newest], form }: CapacityRecord): DecisionRefusal | null {
  const daysOld = newest ? (Date.now() - Date.parse(newest.assessedAt)) / day_ms : 0
  return decisionRefusal(newest ? { form: newest.form, result: newest.result, daysOld } : null, form)
}

/** Whether a form can be recorded as things stand: what was begun may have been overtaken since. */
const canRecordForm = (part: 'assessment' | 'decision', record: CapacityRecord): boolean =>
  part === 'decision'
    ? capacityStatus(record) === null && record.actions.decide === null
    : record.actions.assess === null

/** Whether the patient of a consent can decide it, and what is decided for them where they cannot. */
export function CapacityScreen({ consent, record, forms, writer, ...props }: CapacityScreenProps) {
  const { consentHref, onChanged } = props
  const { treatment, patient } = consent
  const form = forms.forms.find(({ id }) => id === record.form)
  const ofWriter = { writerId: writer.id, consentId: consent.id, formVersion: form?.version ?? '' }
  const [filling, setFilling] = useState(() => {
    const begun = startedPart(ofWriter)
    return begun && canRecordForm(begun, record) ? begun : null
  })
  const toast = useToast()
  const [newest] = record.assessments

  async function recorded(said: string) {
    setFilling(null)
    await onChanged()
    toast(said)
    scrollTo({ top: 0 })
  }
  return (
    <>
      <PageHeader
        title="Capacity"
        lead={
          <span dir="auto">
            {treatment}, {patient.name}
            <span className="hidden print:inline">
              , born {calendarDayText(patient.dateOfBirth)}. {consent.content.clinic.name}
            </span>
          </span>
        }
        back={
          <span className="print:hidden">
            <BackLink href={consentHref}>Consent</BackLink>
          </span>
        }
        actions={
          newest &&
          filling === null && (
            <span className="print:hidden">
              <Button variant="quiet" icon={Printer} onClick={() => print()}>
                Print
              </Button>
            </span>
          )
        }
      />
      <div className="mt-6 max-w-3xl space-y-5">
        {!form && <ChildCapacityNotice record={record} forms={forms} />}
        {form && filling === 'assessment' && (
          <AssessmentForm
            {...{ consentId: consent.id, writerId: writer.id, form, ageYears: record.ageYears }}
            decision={newest?.decision ?? decisionOf(consent)}
            isReassessment={newest !== undefined}
            onRecorded={() => recorded('Assessment recorded.')}
            onCancel={() => setFilling(null)}
          />
        )}
        {form && filling === 'decision' && newest && consent.contentHash && (
          <DecisionForm
            {...{ consentId: consent.id, writerId: writer.id, contentHash: consent.contentHash, form }}
            ageYears={record.ageYears}
            assessment={newest.number}
            signedInName={writer.name}
            options={treatmentOptionsOf(consent)}
            onRecorded={() => recorded('Decision recorded.')}
            onCancel={() => setFilling(null)}
          />
        )}
        {form && filling === null && (
          <NextStep
            {...{ consent, record }}
            decisionTitle={form.decision.title}
            onAssess={() => setFilling('assessment')}
            onDecide={() => setFilling('decision')}
          />
        )}
        {filling === null && <CapacityRecords {...record} />}
      </div>
    </>
  )
}

const decisionOf = ({ treatment, content }: Consent): string => {
  const teeth = content.teeth.map(({ name }) => name).join(', ')
  return `Whether to have this treatment: ${treatment}${teeth ? ` (${teeth})` : ''}`
}

/** What the consent says can be done, and otherwise what there always is; each is still to be weighed. */
function treatmentOptionsOf({ treatment, content: { options = [] } }: Consent): WeighedOption[] {
  if (options.length > 0)
    return options.map(({ title: way, benefit: brings, risk: burdens }) => ({
      ...emptyTreatmentOption,
      ...{ way, brings, burdens },
    }))
  return [treatment, 'No treatment', 'Delaying treatment'].map((way) => ({ ...emptyTreatmentOption, way }))
}

type NextStepProps = Pick<CapacityScreenProps, 'consent' | 'record'> & {
  decisionTitle: string
  onAssess: () => void
  onDecide: () => void
}

/** What stands now, and what can be done about it. */
function NextStep({ consent, record, decisionTitle, onAssess, onDecide }: NextStepProps) {
  const [newest] = record.assessments
  const refusal = capacityStatus(record)
  const mayDecide = canRecordForm('decision', record)
  const isBeforeText = consent.status === 'draft' || consent.status === 'approved'
  return (
    <Panel title={newest ? resultWords[newest.result] : 'Nothing is recorded yet'} className="print:hidden">
      <div className="space-y-3">
        <p>
          {newest
            ? nextStepText[newest.result]
            : 'Patients aged 16 and over are presumed to have capacity. If in doubt, assess capacity for this decision at this time.'}
        </p>
        {refusal && waitingTexts[refusal] && (
          <InlineMessage tone="warn">{waitingTexts[refusal]}</InlineMessage>
        )}
        {refusal === null && isBeforeText && (
          <InlineMessage>
            The text must be frozen before a decision is recorded. Send the consent “as a link or QR code”: no
            message is sent.
          </InlineMessage>
        )}
        {record.actions.assess === 'not-clinician' && <InlineMessage>{clinicianOnlyText}</InlineMessage>}
        <div className="flex flex-wrap gap-3">
          {mayDecide && <Button onClick={onDecide}>Record: {decisionTitle}</Button>}
          {canRecordForm('assessment', record) && (
            <Button variant={mayDecide ? 'quiet' : 'primary'} onClick={onAssess}>
              {newest ? 'Assess again' : 'Assess capacity'}
            </Button>
          )}
        </div>
        {mayDecide && (
          <p className="text-small text-muted">
            Do not delay urgent care for this form: do what is necessary and record it afterwards.
          </p>
        )}
      </div>
    </Panel>
  )
}

/** Why there is no form for a child, and what is asked instead. */
function ChildCapacityNotice({ record, forms }: Pick<CapacityScreenProps, 'record' | 'forms'>) {
  const { title, nations } = forms.under16
  const { law, says } = nations[record.nation]
  return (
    <Panel title={title} lead={law}>
      <ul className="list-disc space-y-2 ps-5">
        {says.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  )
}
