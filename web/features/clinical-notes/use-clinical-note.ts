import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import { useTask } from '../../ui/use-task.ts'
import { acceptedOf, choicesOf, withSuggestions, type NoteChoices, type ReadNote } from './note-choices.ts'

type Outcome = Awaited<ReturnType<typeof api.clinicalNotes.suggest>>['outcome']

/** A clinical note on its way to drafts: read by rules, where one is set up by a model too, then decided on by somebody. */
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

  /** The same drafts asked for again, after a lost answer, are the same drafts. */
  function keyOf(details: unknown): string {
    const text = JSON.stringify(details)
    const key = keys.current.get(text) ?? crypto.randomUUID()
    keys.current.set(text, key)
    return key
  }

  const make = (who: { patientId: string; clinicianId: string }, onMade: (consentIds: string[]) => void) =>
    makingTask.run(async () => {
      if (!choices) return
      const { consents } = await api.clinicalNotes.settle(acceptedOf(choices, who))
      const made: string[] = []
      for (const details of consents) {
        const context = { idempotencyKey: keyOf(details) }
        made.push((await api.consents.create(details, { context })).id)
      }
      onMade(made)
    })

  return { reading, choices, setChoices, outcome, read, askModel, make, readingTask, modelTask, makingTask }
}
