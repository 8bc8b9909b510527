import { isShortcut, keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import { useState, type KeyboardEvent } from 'react'
import { clinical_note_length_max } from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextareaField } from '../../ui/plain/textarea-field.tsx'
import { PatientCombobox, type PatientChoice } from '../patients/index.ts'
import type { Clinician } from '../staff/index.ts'
import type { TemplateSummary } from '../templates/index.ts'
import { LanguageModelPanel } from './language-model-panel.tsx'
import { HighlightedNote } from './highlighted-note.tsx'
import { NoteDecisions } from './note-decisions.tsx'
import { UnusedNoteText } from './unused-note-text.tsx'
import type { ToothPicking } from './note-treatment-choice.tsx'
import { useClinicalNote } from './use-clinical-note.ts'
import { useIsFeatureDisabled } from '../clinics/index.ts'

type ClinicalNoteScreenProps = {
  patient: PatientChoice | null
  templates: readonly TemplateSummary[]
  clinicians: readonly Clinician[]
  clinicianId: string
  toothPicking: (patient: PatientChoice | null) => ToothPicking
  /** After the drafts were made. */
  onCreated: (consentId: string) => void
}

/** A clinical note, pasted or typed, turned into proposed consents: on one side what it says, on the other what is made of it. */
export function ClinicalNoteScreen(props: ClinicalNoteScreenProps) {
  const { templates, clinicians, clinicianId, toothPicking, onCreated } = props
  const [missing, setMissing] = useState<{ patient?: string; note?: string }>({})
  const work = useClinicalNote(props.patient)
  const { patient, setPatient, note, setNote } = work
  const isModelOff = useIsFeatureDisabled('language-model')
  const { reading, choices, readingTask, modelTask, outcome } = work
  const patientId = patient?.id ?? ''
  const isChanged = choices !== null && choices.note !== note

  function read() {
    const wanting = {
      ...(patient ? {} : { patient: 'Choose the patient' }),
      ...(note.trim() ? {} : { note: 'Enter or paste a note' }),
    }
    setMissing(wanting)
    if (patient && note.trim()) void work.read(patient.id)
  }
  function readByKey(event: KeyboardEvent) {
    if (!isShortcut(event, keyboardShortcuts.submitNote)) return
    event.preventDefault()
    read()
  }
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      <div className="min-w-0 space-y-5">
        <Panel>
          <div className="space-y-5">
            <PatientCombobox id="patientId" value={patient} onChange={setPatient} error={missing.patient} />
            <TextareaField
              id="note"
              label="Clinical note"
              hint="In your usual shorthand: UL6 irreversible pulpitis, RCT then crown, on apixaban, nervous"
              value={note}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={readByKey}
              maxLength={clinical_note_length_max}
              error={missing.note}
              rows={5}
            />
            <p className="text-small text-muted">
              The note is read automatically by fixed rules and is not saved. Press Ctrl and Enter to read it.
            </p>
            <Button
              variant={choices && !isChanged ? 'quiet' : 'primary'}
              busy={readingTask.busy}
              onClick={read}
            >
              Read the note
            </Button>
            <ProblemMessage problem={readingTask.problem} />
          </div>
        </Panel>
        {reading && choices && (
          <Panel title="Recognised details">
            <div className="space-y-4">
              {isChanged && (
                <InlineMessage tone="warn" role="status">
                  The note has changed since. Read it again.
                </InlineMessage>
              )}
              <HighlightedNote note={choices.note} reading={reading} />
              <UnusedNoteText reading={reading} />
            </div>
          </Panel>
        )}
        {reading?.outgoing && choices && !isChanged && !isModelOff && (
          <LanguageModelPanel
            outgoing={reading.outgoing}
            outcome={outcome}
            busy={modelTask.busy}
            problem={modelTask.problem}
            onAsk={() => void work.askModel(patientId, choices.note)}
          />
        )}
      </div>
      {reading && choices && !isChanged && (
        <NoteDecisions
          {...{ reading, choices, patientId, templates, clinicians, clinicianId }}
          onChange={work.setChoices}
          toothPicking={toothPicking(patient)}
          isCreating={work.makingTask}
          onCreate={(who) => void work.make(who, onCreated)}
        />
      )}
    </div>
  )
}
