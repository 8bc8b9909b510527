import { useState } from 'react'
import type { AnnouncementAudience, AnnouncementKind } from '../../../contract/announcements.ts'
import { announcement_length_max } from '../../../contract/limits.ts'
import { api } from '../../api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { audienceNames, kindNames } from './announcement-words.ts'

export type ChosenClinic = { id: string; name: string }

type AnnouncementForm = Parameters<typeof api.announcements.create>[0]

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** A moment as the device's own field takes it, in its own time. */
const toDateTimeFieldValue = (at: Date) =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

const day_ms = 86_400_000

/** What is wrong with what was typed; or what to announce. */
function parseAnnouncementForm(typed: FormData): FieldProblem[] | AnnouncementForm {
  const field = (name: string) => String(typed.get(name) ?? '').trim()
  const [from, until] = [new Date(field('from')), new Date(field('until'))]
  const audience = field('audience') as AnnouncementAudience
  const clinicId = audience === 'one-clinic' ? field('clinicId') : ''
  const problems: FieldProblem[] = []
  if (field('text') === '') problems.push({ id: 'text', text: 'Enter the announcement' })
  if (audience === 'one-clinic' && clinicId === '')
    problems.push({ id: 'clinicId', text: 'Choose a practice' })
  if (Number.isNaN(from.getTime())) problems.push({ id: 'from', text: 'Enter a start time' })
  if (!(until.getTime() > Math.max(from.getTime(), Date.now())))
    problems.push({ id: 'until', text: 'Enter an end time after the start and in the future' })
  if (problems.length > 0) return problems
  return {
    ...{ text: field('text'), kind: field('kind') as AnnouncementKind, audience },
    ...{ clinicId: clinicId || null, from: from.toISOString(), until: until.toISOString() },
  }
}

type AnnouncementDialogProps = {
  clinics: readonly ChosenClinic[]
  onDone: () => Promise<void>
  onClose: () => void
}

/** Writes an announcement. */
export function AnnouncementDialog({ clinics, onDone, onClose }: AnnouncementDialogProps) {
  const [audience, setAudience] = useState<string>('clinics')
  return (
    <FormDialog
      title="New announcement"
      text="One or two lines, shown from start to end."
      confirm="Announce"
      onClose={onClose}
      read={(typed) => {
        const read = parseAnnouncementForm(typed)
        if (Array.isArray(read)) return read
        return async () => {
          await api.announcements.create(read)
          await onDone()
        }
      }}
    >
      {(errors) => (
        <>
          <TextareaField
            id="text"
            name="text"
            label="Announcement"
            rows={3}
            maxLength={announcement_length_max}
            error={errorOf(errors, 'text')}
          />
          <SelectField id="kind" name="kind" label="Kind" options={optionsOf(kindNames)} />
          <SelectField
            id="audience"
            name="audience"
            label="For"
            options={optionsOf(audienceNames)}
            value={audience}
            onChange={(event) => setAudience(event.target.value)}
          />
          {audience === 'one-clinic' && (
            <SelectField
              id="clinicId"
              name="clinicId"
              label="Practice"
              empty="Choose a practice"
              options={clinics.map(({ id, name }) => ({ value: id, label: name }))}
              error={errorOf(errors, 'clinicId')}
            />
          )}
          <TextField
            id="from"
            name="from"
            type="datetime-local"
            label="From"
            width="medium"
            defaultValue={toDateTimeFieldValue(new Date())}
            error={errorOf(errors, 'from')}
          />
          <TextField
            id="until"
            name="until"
            type="datetime-local"
            label="Until"
            width="medium"
            defaultValue={toDateTimeFieldValue(new Date(Date.now() + day_ms))}
            error={errorOf(errors, 'until')}
          />
        </>
      )}
    </FormDialog>
  )
}
