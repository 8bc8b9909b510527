import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import { useTask } from '../../ui/use-task.ts'
import { acceptedOf, choicesOf, withSuggestions, type NoteChoices, type ReadNote } from './note-choices.ts'

type Outcome = Awaited<ReturnType<typeof api.clinicalNotes.suggest>>['outcome']

type AcceptedFacts = Awaited<ReturnType<typeof api.clinicalNotes.settle>>['facts']

/** What was accepted about the patient belongs to their history, where the risks are told from. */
async function keepFacts(patientId: string, accepted: AcceptedFacts): Promise<void> {
  const { version } = await api.histories.get({ patientId })
  const facts = accepted.map(({ factor, answer, fields, teeth }) => ({
    ...{ factor, answer, fields },
    teeth: teeth.length > 0 ? teeth : null,
  }))
  await api.histories.save({ patientId, version, source: 'clinician', facts })
}

/** A clinical note on its way to a draft: read by rules, where one is set up by a model too, then decided on by somebody. */
export function useClinicalNote() {
  const [reading, setReading] = useState<ReadNote | null>(null)
  const [choices, setChoices] = useState<NoteChoices | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const readingTask = useTask()
  const modelTask = useTask()
  const makingTask = useTask()
  const keys = useRef(new Map<string, string>())

  const read = (patientId: string, note: string) =>
    readingTask.run(async () => {
      const found = await api.clinicalNotes.read({ patientId, note })
      setReading(found)
      setChoices(choicesOf(note, found))
      setOutcome(null)
    })

  const askModel = (patientId: string, note: string) =>
    modelTask.run(async () => {
      const { outcome: became, suggestions } = await api.clinicalNotes.suggest({ patientId, note })
      setOutcome(became)
      // Another note may have been read meanwhile: these words are not in it.
      setChoices((now) => (now?.note === note ? withSuggestions(now, suggestions) : now))
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
      const { consent, facts } = await api.clinicalNotes.settle(acceptedOf(choices, who))
      if (facts.length > 0) await keepFacts(who.patientId, facts)
      const context = { idempotencyKey: keyOf(consent) }
      onMade((await api.consents.create(consent, { context })).id)
    })

  return { reading, choices, setChoices, outcome, read, askModel, make, readingTask, modelTask, makingTask }
}
