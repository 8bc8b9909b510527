import type { BreachEntry, BreachRisk } from '../../../contract/data-protection.ts'
import { breach_text_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toDateTimeFieldValue } from '../../ui/date-time-field-value.ts'
import { MomentField } from '../../ui/moment-field.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { entryWords, riskWords } from './breach-words.ts'

type Kind = BreachEntry['kind']
type BreachEntryDialogProps = {
  breachId: string
  kind: Kind
  dueAt: string
  onChanged: () => Promise<void>
  onClose: () => void
}

/** What the long text of each entry is called. */
const textLabels: Record<Kind, string> = {
  facts: 'What happened',
  assessed: 'Reason for the assessment',
  'commissioner-told': 'Reason for delay beyond 72 hours',
  'commissioner-not-told': 'Reason for not notifying the ICO',
  'people-told': 'How and when they were notified',
  'people-not-told': 'Reason for not notifying them',
  measures: 'Measures taken and planned',
  noted: 'Note',
}

const parseNumber = (typed: string): number | null => (typed === '' ? null : Number(typed))

function parseBreachEntry(kind: Kind, typed: (name: string) => string): BreachEntry {
  const words = typed('entry-text')
  if (kind === 'facts') {
    const counts = {
      people: parseNumber(typed('entry-people')),
      records: parseNumber(typed('entry-records')),
    }
    return { kind, facts: words, effects: typed('entry-effects'), ...counts }
  }
  if (kind === 'assessed') return { kind, risk: typed('entry-risk') as BreachRisk, reason: words }
  if (kind === 'commissioner-told') {
    const at = new Date(typed('entry-when')).toISOString()
    return { kind, at, reference: typed('entry-reference'), delay: words }
  }
  if (kind === 'people-told') return { kind, how: words }
  if (kind === 'measures') return { kind, measures: words }
  return kind === 'noted' ? { kind, note: words } : { kind, reason: words }
}

/** What is missing of an entry; late telling is explained. */
function validateBreachEntry(kind: Kind, typed: (name: string) => string, dueAt: string): FieldProblem[] {
  const told = typed('entry-when')
  if (kind === 'commissioner-told') {
    if (!told) return [{ id: 'entry-when', text: 'Enter when the ICO was notified' }]
    const isLate = new Date(told) > new Date(dueAt) && !typed('entry-text')
    return isLate ? [{ id: 'entry-text', text: 'Enter the reason for delay beyond 72 hours' }] : []
  }
  return [
    ...(typed('entry-text') ? [] : [{ id: 'entry-text', text: `Enter ${textLabels[kind].toLowerCase()}` }]),
    ...(kind === 'facts' && !typed('entry-effects')
      ? [{ id: 'entry-effects', text: 'Enter the consequences for people' }]
      : []),
  ]
}

/** Writes one thing down about a breach. */
export function BreachEntryDialog({ breachId, kind, dueAt, onChanged, onClose }: BreachEntryDialogProps) {
  const keyOf = useIdempotencyKey()
  const toast = useToast()
  return (
    <FormDialog
      title={entryWords[kind]}
      text="Entries cannot be changed. Use numbers, not names."
      confirm="Record"
      onClose={onClose}
      read={(form) => {
        const typed = (name: string) => String(form.get(name) ?? '').trim()
        const missing = validateBreachEntry(kind, typed, dueAt)
        if (missing.length > 0) return missing
        const asked = { breachId, said: parseBreachEntry(kind, typed) }
        return async () => {
          await api.dataProtection.addBreachEntry(asked, { context: { idempotencyKey: keyOf(asked) } })
          toast('Recorded')
          await onChanged()
        }
      }}
    >
      {(errors) => (
        <>
          {kind === 'assessed' && (
            <SelectField
              id="entry-risk"
              name="entry-risk"
              label="The risk to people’s rights and freedoms"
              options={Object.entries(riskWords).map(([value, label]) => ({ value, label }))}
            />
          )}
          {kind === 'commissioner-told' && (
            <>
              <MomentField
                id="entry-when"
                name="entry-when"
                label="Notified at"
                max={toDateTimeFieldValue(new Date())}
                defaultValue={toDateTimeFieldValue(new Date())}
                error={errorOf(errors, 'entry-when')}
              />
              <TextField
                id="entry-reference"
                name="entry-reference"
                label="Reference"
                optional
                maxLength={100}
                autoComplete="off"
              />
            </>
          )}
          <TextareaField
            id="entry-text"
            name="entry-text"
            label={textLabels[kind]}
            optional={kind === 'commissioner-told'}
            rows={3}
            maxLength={breach_text_length_max}
            error={errorOf(errors, 'entry-text')}
          />
          {kind === 'facts' && (
            <>
              <TextareaField
                id="entry-effects"
                name="entry-effects"
                label="Likely consequences for people"
                rows={2}
                maxLength={breach_text_length_max}
                error={errorOf(errors, 'entry-effects')}
              />
              <TextField
                id="entry-people"
                name="entry-people"
                label="Number of people, if known"
                type="number"
                min={0}
                width="short"
                optional
              />
              <TextField
                id="entry-records"
                name="entry-records"
                label="Number of records, if known"
                type="number"
                min={0}
                width="short"
                optional
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
