import { ArrowLeftRight } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { Patient } from '../../../contract/patients.ts'
import { api } from '../../api.ts'
import { useConfirm } from '../../ui/alert-provider.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import {
  differences,
  defaultChoice,
  canCombine,
  mergedDetails,
  type MergeField,
  type MergeSide,
} from './merge-choice.ts'
import { fieldText, mergeFieldLabels } from './merge-words.ts'
import { patientName } from './patient-name.ts'
import { Form } from '../../ui/form.tsx'

type PatientMergeScreenProps = {
  survivor: Patient
  duplicate: Patient
  backHref: string
  /** The same two with the other one as the record that stays. */
  swapHref: string
  onMerged: () => Promise<void>
}

/** Two records side by side: for each detail in which they differ, which one stands. */
export function PatientMergeScreen(props: PatientMergeScreenProps) {
  const { survivor, duplicate, backHref, swapHref, onMerged } = props
  const [choice, setChoice] = useState(() => defaultChoice(survivor, duplicate))
  const { busy, problem, run } = useTask()
  const confirm = useConfirm()
  const keyOf = useIdempotencyKey()
  const differing = differences(survivor, duplicate)

  async function merge(event: FormEvent) {
    event.preventDefault()
    const isSure = await confirm({
      title: 'Merge the two records?',
      text: `The consents, notes and messages of the record made on ${createdOnText(duplicate)} move to the one made on ${createdOnText(survivor)}. Signed text never changes. You can undo this for 30 days if nothing is added.`,
      confirm: 'Merge records',
    })
    if (!isSure) return
    const wanted = {
      ...mergedDetails(survivor, duplicate, choice),
      patientId: survivor.id,
      version: survivor.version,
      duplicateId: duplicate.id,
      duplicateVersion: duplicate.version,
    }
    await run(async () => {
      await api.patients.merge(wanted, { context: { idempotencyKey: keyOf(wanted) } })
      await onMerged()
    })
  }
  return (
    <>
      <PageHeader
        title="Merge two records"
        lead="Choose which details to keep. The other record is merged into the first one."
        back={<BackLink href={backHref}>{patientName(survivor)}</BackLink>}
        actions={
          <ButtonLink href={swapHref} variant="quiet" icon={ArrowLeftRight}>
            Keep the other record
          </ButtonLink>
        }
      />
      <Form draft="merge" noValidate onSubmit={merge} className="mt-6 max-w-column space-y-5">
        <InlineMessage tone="warn">
          Make sure both records are the same person. Twins and relatives share names, addresses and phones.
        </InlineMessage>
        <Panel title="Differences">
          {differing.length === 0 ? (
            <p className="text-muted">Both records have the same details.</p>
          ) : (
            <div className="divide-y divide-line">
              {differing.map((field) => (
                <MergeFieldChoice
                  key={field}
                  {...{ field, survivor, duplicate }}
                  value={choice[field] ?? 'survivor'}
                  onChange={(side) => setChoice({ ...choice, [field]: side })}
                />
              ))}
            </div>
          )}
        </Panel>
        <ProblemMessage problem={problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy}>
            Merge records
          </Button>
          <ButtonLink href={backHref} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </>
  )
}

const createdOnText = ({ createdAt }: Patient) => calendarDayText(createdAt.slice(0, 10))

type MergeFieldChoiceProps = {
  field: MergeField
  survivor: Patient
  duplicate: Patient
  value: MergeSide
  onChange: (side: MergeSide) => void
}

function MergeFieldChoice({ field, survivor, duplicate, value, onChange }: MergeFieldChoiceProps) {
  const option = (side: MergeSide, patient: Patient, hint: string) => ({
    value: side,
    label: <span dir="auto">{fieldText(patient, field) || 'Nothing recorded'}</span>,
    hint,
  })
  return (
    <div className="py-4 first:pt-0 last:pb-0">
      <RadioGroup
        id={`merge-${field}`}
        name={field}
        legend={mergeFieldLabels[field]}
        value={value}
        onChange={(side) => onChange(side as MergeSide)}
        options={[
          option('survivor', survivor, 'In the record that stays'),
          option('duplicate', duplicate, 'In the record that is merged'),
          ...(canCombine(field, survivor, duplicate) ? [{ value: 'both', label: 'Both' }] : []),
        ]}
      />
    </div>
  )
}
