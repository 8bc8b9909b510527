import { useEffect, useRef, useState } from 'react'
import type { PatientRow } from '../../../contract/patients.ts'
import { api } from '../../api.ts'
import { identityOf, type ParsedPatientForm, type PatientEntry } from './patient-form-parsing.ts'

/** A pause in typing after which the practice's records are searched. */
const lookup_delay_ms = 500

type SimilarPatientsFound = { person: string; entry: PatientEntry | null; near: readonly PatientRow[] }

/** Looks for patients who may be the person on a form: while they are typed, and once more before they are saved. */
export function useSimilarPatients() {
  const [found, setFound] = useState<SimilarPatientsFound>({ person: '', entry: null, near: [] })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef('')
  useEffect(() => () => clearTimeout(timer.current), [])

  async function find(entry: PatientEntry): Promise<readonly PatientRow[]> {
    const identity = identityOf(entry)
    const person = JSON.stringify(identity)
    latest.current = person
    const near = await api.patients.similar(identity)
    if (latest.current === person) setFound({ person, entry, near })
    return near
  }

  /** Called with each change; what fails here is asked again before saving. */
  function onTyped({ entry, errors }: ParsedPatientForm) {
    clearTimeout(timer.current)
    const isKnown = !errors.some(({ id }) => id !== undefined && identityFields.includes(id))
    timer.current = setTimeout(() => {
      if (isKnown) return void find(entry).catch(() => undefined)
      latest.current = ''
      setFound({ person: '', entry, near: [] })
    }, lookup_delay_ms)
  }

  /** Whether nobody is found whom the writer has not seen on the form: otherwise they are shown, for a decision. */
  async function areSeen(entry: PatientEntry): Promise<boolean> {
    clearTimeout(timer.current)
    if (found.person === JSON.stringify(identityOf(entry))) return true
    return (await find(entry)).length === 0
  }
  return { entry: found.entry, near: found.near, onTyped, areSeen }
}

const identityFields: readonly string[] = ['firstName', 'lastName', 'dateOfBirth', 'nhsNumber']
