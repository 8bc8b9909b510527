import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorSummary, errorOf } from '../../ui/plain/error-summary.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { useTask } from '../../ui/use-task.ts'
import type { Clinician } from '../staff/index.ts'
import { TemplatePicker, type TemplateSummary } from '../templates/index.ts'
import { DiagnosisChoice } from './diagnosis-choice.tsx'
import {
  answerFact,
  validateChoices,
  type ChoiceError,
  type NoteChoices,
  type ParsedNote,
  type TreatmentChoice,
} from './note-choices.ts'
import { NoteConflictChoice } from './note-conflict-choice.tsx'
import { NoteFactChoice } from './note-fact-choice.tsx'
import { NoteTreatmentChoice, type ToothPicking } from './note-treatment-choice.tsx'

type NoteDecisionsProps = {
  reading: ParsedNote
  choices: NoteChoices
  onChange: (choices: NoteChoices) => void
  patientId: string
  templates: readonly TemplateSummary[]
  clinicians: readonly Clinician[]
  clinicianId: string
  toothPicking: ToothPicking
  isCreating: Pick<ReturnType<typeof useTask>, 'busy' | 'problem'>
  onCreate: (who: { patientId: string; clinicianId: string }) => void
}

/** What is made of a note: each part taken, changed or refused by somebody before a draft is made. */
export function NoteDecisions(props: NoteDecisionsProps) {
  const { reading, choices, onChange, patientId, clinicians, isCreating, onCreate } = props
  const [clinicianId, setClinicianId] = useState(props.clinicianId)
  const [faults, setFaults] = useState<readonly ChoiceError[]>([])
  const change = (changes: Partial<NoteChoices>) => onChange({ ...choices, ...changes })
  const who = { patientId, clinicianId }
  const count = choices.treatments.filter(({ isChosen }) => isChosen).length

  function make() {
    const open = validateChoices(choices, reading, who)
    setFaults(open)
    if (open.length === 0) onCreate(who)
  }
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="min-w-0 space-y-5">
      <ErrorSummary errors={faults} className="" />
      {reading.conflicts.length > 0 && (
        <Panel title="The note contradicts itself">
          <div className="space-y-4">
            {reading.conflicts.map((conflict) => (
              <NoteConflictChoice
                key={conflict.between.join(' ')}
                {...{ conflict, choices, onChange }}
                error={errorOf(faults, `conflict-${conflict.between.join('-')}`)}
              />
            ))}
          </div>
        </Panel>
      )}
      <Treatments {...props} errors={faults} change={change} />
      <Panel title="Diagnosis and costs">
        <div className="space-y-5">
          <DiagnosisChoice choices={choices} onChange={change} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              id="note-price"
              label="Price"
              optional
              value={choices.price}
              onChange={(event) => change({ price: event.target.value })}
              maxLength={500}
            />
            <TextField
              id="note-visits"
              label="Visits"
              optional
              value={choices.visits}
              onChange={(event) => change({ visits: event.target.value })}
              maxLength={500}
            />
          </div>
        </div>
      </Panel>
      <Facts choices={choices} onChange={onChange} />
      <Panel>
        <div className="space-y-5">
          <SelectField
            id="clinicianId"
            label="Clinician"
            hint="Who will treat the patient"
            empty="Choose a clinician"
            options={clinicians.map(({ id, name, role }) => ({
              value: id,
              label: role ? `${name}, ${role}` : name,
            }))}
            value={clinicianId}
            onChange={(event) => setClinicianId(event.target.value)}
            error={errorOf(faults, 'clinicianId')}
          />
          <ProblemMessage problem={isCreating.problem} />
          <Button busy={isCreating.busy} onClick={make}>
            {count > 1 ? `Create ${count} drafts` : 'Create draft'}
          </Button>
          <p className="text-small text-muted">
            The wording comes from the approved template. You review the whole text before it is sent.
          </p>
        </div>
      </Panel>
    </form>
  )
}

type TreatmentsProps = NoteDecisionsProps & {
  errors: readonly ChoiceError[]
  change: (changes: Partial<NoteChoices>) => void
}

/** The treatments of the note, and any other that somebody adds. */
function Treatments({ choices, templates, toothPicking, errors, change }: TreatmentsProps) {
  const { treatments, note } = choices
  const [isAdding, setAdding] = useState(false)
  const changeOne = (key: string, changes: Partial<TreatmentChoice>) =>
    change({ treatments: treatments.map((one) => (one.key === key ? { ...one, ...changes } : one)) })

  function add(templateId: string) {
    const template = templates.find(({ id }) => id === templateId)
    setAdding(false)
    if (treatments.some((one) => one.key === templateId)) return changeOne(templateId, { isChosen: true })
    const { id, name, requiresTooth } = template ?? {
      id: templateId,
      name: 'Another treatment',
      requiresTooth: false,
    }
    const offers = [{ subtype: name, templates: [{ id, name, requiresTooth, isOwn: false }] }]
    const added: TreatmentChoice = {
      ...{ key: id, says: name, why: 'added by you', area: '', offers, isChosen: true, templateId: id },
      ...{ teeth: [], spans: [], foundBy: 'rules' },
    }
    change({ treatments: [...treatments, added] })
  }
  return (
    <Panel title="Treatments">
      {treatments.length === 0 ? (
        <EmptyState title="No treatment recognised" className="py-4">
          Add it here, or write it in the note in other words.
        </EmptyState>
      ) : (
        <ul className="space-y-5">
          {treatments.map((choice) => (
            <NoteTreatmentChoice
              key={choice.key}
              {...{ note, choice, templates, toothPicking }}
              onChange={(changes) => changeOne(choice.key, changes)}
              errorOf={(id) => errorOf(errors, id)}
            />
          ))}
        </ul>
      )}
      <div className="mt-4">
        <Button
          id="other-treatment"
          variant="quiet"
          size="small"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          Add a treatment
        </Button>
        {isAdding && (
          <div className="mt-3">
            <TemplatePicker id="added-template" initial={templates} chosenId="" onChange={add} />
          </div>
        )}
      </div>
    </Panel>
  )
}

type FactsProps = Pick<NoteDecisionsProps, 'choices' | 'onChange'>

function Facts({ choices, onChange }: FactsProps) {
  const { facts, note } = choices
  const accept = (factor: string, isAccepted: boolean) =>
    onChange({
      ...choices,
      facts: facts.map((one) => (one.factor === factor ? { ...one, isAccepted } : one)),
    })
  return (
    <Panel title="About the patient" lead="Facts that affect the risks. Accept, change or reject each.">
      {facts.length === 0 ? (
        <p className="text-muted">The note says nothing about the patient’s health.</p>
      ) : (
        <ul className="space-y-4">
          {facts.map((fact) => (
            <NoteFactChoice
              key={fact.factor}
              note={note}
              fact={fact}
              onAnswer={(answer) => onChange(answerFact(choices, fact.factor, answer))}
              onAccept={(isAccepted) => accept(fact.factor, isAccepted)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
