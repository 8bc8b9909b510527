import { today } from '../../../contract/calendar-day.ts'
import { clsx } from 'clsx'
import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { DateOfBirthField } from '../../ui/plain/date-of-birth-field.tsx'
import { datePartsFrom, type DatePart } from '../../ui/plain/date-parts.ts'
import { expandPastedDate } from '../../ui/plain/date-paste.ts'
import { validateBirthDate } from './birth-date-validation.ts'
import { PatientPage } from './patient-page.tsx'
import { RequestFailedError, RequestRefusedError, isLockedOut } from './signing-call.ts'
import { TextButton } from './text-button.tsx'
import { useEntryWords } from './words-context.tsx'
import { fillPlaceholders, fillCount } from './words-text.ts'

type InputError = { id?: string; text: string; parts: readonly DatePart[] }

type BirthDatePageProps = {
  /** Proves the date (YYYY-MM-DD), and goes on from there. */
  verify: (dateOfBirth: string) => Promise<void>
  /** Why it is asked again. */
  notice?: 'lapsed' | 'saved' | undefined
  onInvalidLink: () => void
  onLocked: () => void
  /** Absent where the person was handed the page. */
  onNotMe?: (() => void) | undefined
  /** By which patients know the practice; may be shown to anybody (rulings 40). */
  trustWord?: string | undefined
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
  const { verify, notice, onInvalidLink, onLocked, onNotMe, trustWord, onTrust } = props
  const words = useEntryWords()
  const { birthDate } = words
  const [inputErrors, setFaults] = useState<readonly InputError[]>([])
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = await expandPastedDate(datePartsFrom(new FormData(event.currentTarget), name), today())
    const check = validateBirthDate(typed, today(), birthDate)
    if (!check.ok)
      return setFaults([{ id: firstInvalidInput(check.parts), text: check.text, parts: check.parts }])
    setBusy(true)
    try {
      await verify(check.date)
    } catch (error) {
      setBusy(false)
      answer(error)
    }
  }

  function answer(error: unknown) {
    if (error instanceof RequestRefusedError && error.code === 'not-found') return onInvalidLink()
    if (error instanceof RequestRefusedError && isLockedOut(error.details.reason)) return onLocked()
    if (error instanceof RequestRefusedError) return setFaults([{ id, text: wrongText(error), parts: [] }])
    const tooMany = error instanceof RequestFailedError && error.code === 'resource-exhausted'
    setFaults([{ text: tooMany ? words.trouble.tooMany : words.trouble.offline, parts: [] }])
  }

  function wrongText(error: RequestRefusedError): string {
    const left = error.details['attemptsLeft']
    const tries = typeof left === 'number' ? ` ${fillCount(birthDate.attempts, left, words.locale)}` : ''
    return birthDate.wrong + tries
  }

  const [firstError] = inputErrors
  return (
    <PatientPage title={birthDate.title} windowTitle={birthDate.shortTitle} problems={inputErrors}>
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
          error={firstError?.id === undefined ? undefined : firstError.text}
          invalidParts={firstError?.parts}
          labels={birthDate.parts}
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
      {trustWord && (
        <p dir="auto" className="mt-2 text-small text-muted">
          {fillPlaceholders(birthDate.codeWord, { word: trustWord })}
        </p>
      )}
    </PatientPage>
  )
}

/** The input that an error about these parts leads to. */
const firstInvalidInput = ([first = 'day']: readonly DatePart[]): string =>
  first === 'day' ? id : `${id}-${first}`
