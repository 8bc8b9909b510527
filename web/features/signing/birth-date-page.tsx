import { today } from '../../../contract/calendar-day.ts'
import { clsx } from 'clsx'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { DateOfBirthField } from '../../ui/plain/date-of-birth-field.tsx'
import { datePartsFrom, type DatePart } from '../../ui/plain/date-parts.ts'
import { spelledOut } from '../../ui/plain/spelled-date.ts'
import { checkBirthDate } from './birth-date-check.ts'
import { PatientPage } from './patient-page.tsx'
import { CallLost, CallRefused, isLockedOut } from './signing-call.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords } from './words-context.tsx'
import { fill, fillCount } from './words-text.ts'

type Fault = { id?: string; text: string; parts: readonly DatePart[] }

type BirthDatePageProps = {
  /** Proves the date (YYYY-MM-DD), and goes on from there. */
  verify: (dateOfBirth: string) => Promise<void>
  /** Why it is asked again. */
  notice?: 'lapsed' | 'saved' | undefined
  onDead: () => void
  onLocked: () => void
  /** Absent where the person was handed the page. */
  onNotMe?: (() => void) | undefined
  /** By which patients know the practice; may be shown to anybody (rulings 40). */
  codeWord?: string | undefined
  /** Where it says how to check that the page is real; absent where the person was handed it. */
  onTrust?: (() => void) | undefined
}

const id = 'date-of-birth'
const name = 'dateOfBirth'

/**
 * The way in: whose birth date is asked for, and nothing about anybody. It is part of the HTML as sent, so the
 * fields are there before any script; until then the form does nothing rather than put a birth date in an address.
 */
export function BirthDatePage(props: BirthDatePageProps) {
  const { verify, notice, onDead, onLocked, onNotMe, codeWord, onTrust } = props
  const words = useEntryWords()
  const { birthDate } = words
  const [faults, setFaults] = useState<readonly Fault[]>([])
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = await spelledOut(datePartsFrom(new FormData(event.currentTarget), name), today())
    const check = checkBirthDate(typed, today(), birthDate)
    if (!check.ok) return setFaults([{ id: firstInput(check.parts), text: check.text, parts: check.parts }])
    setBusy(true)
    try {
      await verify(check.date)
    } catch (error) {
      setBusy(false)
      answer(error)
    }
  }

  function answer(error: unknown) {
    if (error instanceof CallRefused && error.code === 'not-found') return onDead()
    if (error instanceof CallRefused && isLockedOut(error.details.reason)) return onLocked()
    if (error instanceof CallRefused) return setFaults([{ id, text: wrongText(error), parts: [] }])
    const tooMany = error instanceof CallLost && error.code === 'resource-exhausted'
    setFaults([{ text: tooMany ? words.trouble.tooMany : words.trouble.offline, parts: [] }])
  }

  function wrongText(error: CallRefused): string {
    const left = error.details['attemptsLeft']
    const tries = typeof left === 'number' ? ` ${fillCount(birthDate.attempts, left, words.locale)}` : ''
    return birthDate.wrong + tries
  }

  const [fault] = faults
  return (
    <PatientPage title={birthDate.title} windowTitle={birthDate.shortTitle} problems={faults}>
      {notice && (
        <p className={clsx('mt-4 rounded-md p-4', notice === 'saved' ? 'bg-ok-soft' : 'bg-brand-soft')}>
          {birthDate[notice]}
        </p>
      )}
      <p className="mt-3">{birthDate.why}</p>
      <p className="mt-2 text-muted">{birthDate.whose}</p>
      <form onSubmit={submit} method="dialog" noValidate className="mt-6">
        <DateOfBirthField
          id={id}
          name={name}
          legend={birthDate.title}
          hideLegend
          hint={birthDate.hint}
          error={fault?.id === undefined ? undefined : fault.text}
          invalidParts={fault?.parts}
          words={birthDate.parts}
        />
        <Button type="submit" busy={busy} className="mt-8">
          {words.page.continue}
        </Button>
      </form>
      {(onNotMe ?? onTrust) && (
        <ul className="mt-6 flex flex-col items-start gap-1">
          {onNotMe && (
            <li>
              <TextButton onClick={onNotMe}>{birthDate.notMe}</TextButton>
            </li>
          )}
          {onTrust && (
            <li>
              <TextButton onClick={onTrust}>{birthDate.trust}</TextButton>
            </li>
          )}
        </ul>
      )}
      {codeWord && (
        <p dir="auto" className="mt-2 text-small text-muted">
          {fill(birthDate.codeWord, { word: codeWord })}
        </p>
      )}
    </PatientPage>
  )
}

/** The input that an error about these parts leads to. */
const firstInput = ([first = 'day']: readonly DatePart[]): string => (first === 'day' ? id : `${id}-${first}`)
