import { useEffect, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { saveDraftState, readDraftState } from '../../ui/plain/form-draft.ts'
import { useTask } from '../../ui/use-task.ts'
import type { PatientChoice } from '../patients/index.ts'
import {
  toAcceptedInput,
  initialChoices,
  withSuggestions,
  type NoteChoices,
  type ParsedNote,
} from './note-choices.ts'

type Outcome = Awaited<ReturnType<typeof api.clinicalNotes.suggest>>['outcome']

type AcceptedFacts = Awaited<ReturnType<typeof api.clinicalNotes.settle>>['facts']

/** What was accepted about the patient belongs to their history, where the risks are told from. */
async function saveAcceptedFacts(patientId: string, accepted: AcceptedFacts): Promise<void> {
  const { version } = await api.histories.get({ patientId })
  const facts = accepted.map(({ factor, answer, fields, teeth }) => ({
    ...{ factor, answer, fields },
    teeth: teeth.length > 0 ? teeth : null,
  }))
  await api.histories.save({ patientId, version, source: 'clinician', facts })
}

/** What stands on the page: it is kept in this tab until a draft is made of it. */
type NoteDraft = {
  patient: PatientChoice | null
  note: string
  reading: ParsedNote | null
  choices: NoteChoices | null
}
const draftName = 'clinical-note'

/** A clinical note on its way to a draft: read by rules, where one is set up by a model too, then decided on by somebody. */
export function useClinicalNote(start: PatientChoice | null) {
  const [begun] = useState(() => readDraftState<NoteDraft | null>(draftName, null).kept)
  const [patient, setPatient] = useState(begun?.patient ?? start)
  const [note, setNote] = useState(begun?.note ?? '')
  const [reading, setReading] = useState(begun?.reading ?? null)
  const [choices, setChoices] = useState(begun?.choices ?? null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const readingTask = useTask()
  const modelTask = useTask()
  const makingTask = useTask()
  const keys = useRef(new Map<string, string>())
  useEffect(() => {
    saveDraftState<NoteDraft | null>(
      draftName,
      null,
      note === '' ? null : { patient, note, reading, choices },
    )
  }, [patient, note, reading, choices])

  const read = (patientId: string) =>
    readingTask.run(async () => {
      const found = await api.clinicalNotes.read({ patientId, note })
      setReading(found)
      setChoices(initialChoices(note, found))
      setOutcome(null)
    })

  const askModel = (patientId: string, asked: string) =>
    modelTask.run(async () => {
      const { outcome: became, suggestions } = await api.clinicalNotes.suggest({ patientId, note: asked })
      setOutcome(became)
      // Another note may have been read meanwhile: these words are not in it.
      setChoices((now) => (now?.note === asked ? withSuggestions(now, suggestions) : now))
    })

  /** The same draft asked for again, after a lost answer, is the same draft. */
  function keyOf(details: unknown): string {
    const text = JSON.stringify(details)
    const key = keys.current.get(text) ?? crypto.randomUUID()
    keys.current.set(text, key)
    return key
  }

  const make = (who: { patientId: string; clinicianId: string }, onMade: (consentId: string) => void) =>
    makingTask.run(async () => {
      if (!choices) return
      const { consent, facts } = await api.clinicalNotes.settle(toAcceptedInput(choices, who))
      if (facts.length > 0) await saveAcceptedFacts(who.patientId, facts)
      const context = { idempotencyKey: keyOf(consent) }
      const { id } = await api.consents.create(consent, { context })
      saveDraftState<NoteDraft | null>(draftName, null, null)
      onMade(id)
    })

  return {
    ...{ patient, setPatient, note, setNote, reading, choices, setChoices, outcome },
    ...{ read, askModel, make, readingTask, modelTask, makingTask },
  }
}
