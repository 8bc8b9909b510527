import { WandSparkles } from 'lucide-react'
import type { TreatmentHierarchy } from '../../../contract/treatments.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Fieldset } from '../../ui/plain/fieldset.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { withType, type TemplateDraft } from './template-editor-rules.ts'

export const detailIds = { name: 'template-name', treatmentType: 'treatment-type' }

/** What there is to choose; a name that is no longer in the list stays chosen. */
const optionsOf = (names: readonly string[], chosen: string) =>
  (chosen === '' || names.includes(chosen) ? names : [chosen, ...names]).map((name) => ({
    value: name,
    label: name,
  }))

type EditorDetailsProps = {
  draft: TemplateDraft
  onChange: (change: (draft: TemplateDraft) => TemplateDraft) => void
  hierarchy: TreatmentHierarchy | undefined
  onSubtype: () => void
  /** Absent where the subtype has no built-in text. */
  onAutoFill: (() => void) | null
  /** The subtype whose text was filled in. */
  filledFor: string | null
  onUndo: (() => void) | null
}

/** What a template is called, what it is for and what it asks of those who use it. */
export function EditorDetails(props: EditorDetailsProps) {
  const { draft, onChange } = props
  const set = (change: Partial<TemplateDraft>) => onChange((now) => ({ ...now, ...change }))
  return (
    <div className="space-y-5">
      <TextField
        id={detailIds.name}
        label="Template Name"
        value={draft.name}
        required
        maxLength={200}
        dir="auto"
        autoComplete="off"
        onChange={(event) => set({ name: event.target.value })}
      />
      <TypeFields {...props} />
      <AutoFillSection {...props} />
      <TextareaField
        label="Description"
        value={draft.description}
        rows={2}
        maxLength={2000}
        onChange={(event) => set({ description: event.target.value })}
      />
      <Fieldset
        legend="Requirements"
        hint="These fields will be required when clinic staff use the template."
      >
        {() => (
          <>
            <CheckboxField
              label="Tooth required"
              checked={draft.requiresTooth}
              onChange={(event) => set({ requiresTooth: event.target.checked })}
            />
            <CheckboxField
              label="Diagnosis required"
              checked={draft.requiresDiagnosis}
              onChange={(event) => set({ requiresDiagnosis: event.target.checked })}
            />
          </>
        )}
      </Fieldset>
    </div>
  )
}

function TypeFields({ draft, onChange, hierarchy = {}, onSubtype }: EditorDetailsProps) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <SelectField
        id={detailIds.treatmentType}
        label="Primary Treatment Type"
        value={draft.treatmentType}
        required
        empty="Select a treatment type"
        options={optionsOf(Object.keys(hierarchy), draft.treatmentType)}
        onChange={(event) => {
          const { value } = event.target
          onSubtype()
          onChange((now) => withType(now, value))
        }}
      />
      <SelectField
        id="treatment-subtype"
        label="Treatment Subtype"
        value={draft.treatmentSubtype}
        disabled={draft.treatmentType === ''}
        empty={draft.treatmentType === '' ? 'Choose a treatment type first' : 'Select a subtype'}
        options={optionsOf(hierarchy[draft.treatmentType] ?? [], draft.treatmentSubtype)}
        onChange={(event) => {
          const { value } = event.target
          onSubtype()
          onChange((now) => ({ ...now, treatmentSubtype: value }))
        }}
      />
    </div>
  )
}

/** The button that fills in the built-in text, and what it has done. */
function AutoFillSection({ draft, onAutoFill, filledFor, onUndo }: EditorDetailsProps) {
  return (
    <>
      {onAutoFill && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="quiet" icon={WandSparkles} onClick={onAutoFill}>
            Auto-fill
          </Button>
          <p className="min-w-0 flex-1 basis-56 text-small text-muted">
            Replaces the text of the sections with the built-in wording for {draft.treatmentSubtype}. A
            written No Treatment section stays.
          </p>
        </div>
      )}
      <div role="status">
        {filledFor !== null && (
          <InlineMessage tone="ok" title="Content auto-populated">
            <p>
              The built-in wording for {filledFor}.{' '}
              {onUndo && (
                <button type="button" onClick={onUndo} className="text-link">
                  Undo Auto-fill
                </button>
              )}
            </p>
          </InlineMessage>
        )}
      </div>
    </>
  )
}
