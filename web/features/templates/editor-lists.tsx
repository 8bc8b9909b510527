import { Disclosure } from '../../ui/plain/disclosure.tsx'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { errorOf } from '../../ui/plain/error-summary.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { riskFigureOf } from '../../../contract/risk-figures.ts'
import { EditorPictures } from './editor-pictures.tsx'
import { EditorQuestions } from './editor-questions.tsx'
import { EditorRows } from './editor-rows.tsx'
import { figureText } from './wording-figures.tsx'
import type { DraftRisk, TemplateDraft } from './template-editor-rules.ts'

const bands: readonly { value: DraftRisk['band']; label: string }[] = [
  { value: 'very common', label: 'Very common (more than 1 in 10)' },
  { value: 'common', label: 'Common (1 in 10 to 1 in 100)' },
  { value: 'uncommon', label: 'Uncommon (1 in 100 to 1 in 1,000)' },
  { value: 'rare', label: 'Rare (less than 1 in 1,000)' },
  { value: 'very rare', label: 'Very rare (less than 1 in 10,000)' },
  { value: 'varies', label: 'Varies from person to person' },
]

type EditorListsProps = {
  draft: TemplateDraft
  onChange: (change: Partial<TemplateDraft>) => void
  errors: readonly FieldProblem[]
}

/** What goes with the wording as data: risks, questions for the patient, cautions for the clinician, and pictures. */
export function EditorLists({ draft, onChange, errors }: EditorListsProps) {
  const { risks, questions, cautions, pictures } = draft
  // Open, so that what is wrong in it can be seen.
  const openFor = (prefix: string) => errors.some(({ id }) => id?.startsWith(prefix)) || undefined
  return (
    <div className="space-y-2">
      <Disclosure summary={`List of risks (${risks.length})`} open={openFor('risk')}>
        <p className="mb-3 text-muted">
          Used by the checks. Patients read the section Risks and Complications.
        </p>
        <EditorRows
          prefix="risk"
          rows={risks}
          onChange={(changed) => onChange({ risks: changed })}
          createRow={() => ({ label: '', band: 'common' as const, serious: false, source: '' })}
          addLabel="Add risk"
          nameOf={(number) => `Risk ${number}`}
          emptyText="No risks listed yet."
        >
          {(risk, index, change) => (
            <RiskFields risk={risk} id={`risk-${index}`} onChange={change} errors={errors} />
          )}
        </EditorRows>
      </Disclosure>
      <Disclosure summary={`Understanding questions (${questions.length})`} open={openFor('question')}>
        <EditorQuestions
          questions={questions}
          onChange={(changed) => onChange({ questions: changed })}
          errors={errors}
        />
      </Disclosure>
      <Disclosure summary={`Cautions (${cautions.length})`}>
        <p className="mb-3 text-muted">For the clinician. Patients do not see them.</p>
        <EditorRows
          prefix="caution"
          rows={cautions}
          onChange={(changed) => onChange({ cautions: changed })}
          createRow={() => ''}
          addLabel="Add caution"
          nameOf={(number) => `Caution ${number}`}
          emptyText="No cautions listed yet."
        >
          {(caution, index, change) => (
            <TextField
              id={`caution-${index}`}
              label={`Caution ${index + 1}`}
              value={caution}
              maxLength={500}
              dir="auto"
              onChange={(event) => change(event.target.value)}
            />
          )}
        </EditorRows>
      </Disclosure>
      <EditorPictures chosen={pictures} onChange={(changed) => onChange({ pictures: changed })} />
    </div>
  )
}

type RiskFieldsProps = {
  risk: DraftRisk
  id: string
  onChange: (risk: DraftRisk) => void
  errors: readonly FieldProblem[]
}

function RiskFields({ risk, id, onChange, errors }: RiskFieldsProps) {
  const figure = riskFigureOf(risk)
  return (
    <div className="grid gap-x-4 gap-y-3 md:grid-cols-2">
      <TextField
        id={id}
        label="Risk"
        hint={figure && `Patients also see this number as a picture: ${figureText(figure).toLowerCase()}.`}
        value={risk.label}
        error={errorOf(errors, id)}
        maxLength={500}
        dir="auto"
        className="md:col-span-2"
        onChange={(event) => onChange({ ...risk, label: event.target.value })}
      />
      <SelectField
        label="How often"
        value={risk.band}
        options={bands}
        onChange={(event) => {
          const band = bands.find(({ value }) => value === event.target.value)
          if (band) onChange({ ...risk, band: band.value })
        }}
      />
      <TextField
        label="Source"
        optional
        value={risk.source}
        maxLength={300}
        dir="auto"
        onChange={(event) => onChange({ ...risk, source: event.target.value })}
      />
      <CheckboxField
        label="Serious"
        hint="Lasting harm, or further treatment beyond what was agreed."
        checked={risk.serious}
        className="md:col-span-2"
        onChange={(event) => onChange({ ...risk, serious: event.target.checked })}
      />
    </div>
  )
}
