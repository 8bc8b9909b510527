import { emailProblems, parseEmail, severalEmailsMessage } from '../../../contract/email-address.ts'
import type { PatientImportRow } from '../../../contract/patient-imports.ts'
import {
  internationalNumber,
  phoneProblems,
  phoneWarning,
  parsePhones,
  smsNumber,
} from '../../../contract/phone-number.ts'

type Cell = { column: string; text: string }
type Notes = PatientImportRow['notes']
export type ListedPhones = { phone: string; phoneNote: string; otherPhone: string; otherPhoneNote: string }

const noteOf = ({ column, text }: Cell, message: string): Notes[number] => ({
  column,
  message: `'${text}': ${message}.`,
})
const ignoredNote = (cell: Cell, message: string) => noteOf(cell, `${message}. The row is used without it`)

/** The two numbers that a row gives first; of what cannot be read, of further ones, and where no text can reach any, notes tell. */
export function readPhoneCells(cells: readonly (Cell | undefined)[]): { phones: ListedPhones; notes: Notes } {
  const notes: Notes = []
  const found = cells.flatMap((cell) => {
    if (!cell) return []
    const read = parsePhones(cell.text)
    if ('phones' in read) return read.phones.map((phone) => ({ cell, ...phone }))
    notes.push(ignoredNote(cell, phoneProblems[read.problem]))
    return []
  })
  const keyOf = ({ number }: { number: string }) => internationalNumber(number) || number
  const different = found.filter(
    (each, place) => found.findIndex((one) => keyOf(one) === keyOf(each)) === place,
  )
  const [first, other, ...further] = different
  for (const { cell, number } of further)
    notes.push(noteOf(cell, `A patient can have two phone numbers at most, so ${number} is left out`))
  const used = [first, other].filter((each) => each !== undefined)
  if (first && used.every(({ number }) => smsNumber(number) === ''))
    notes.push(noteOf(first.cell, phoneWarning(first.number)!))
  const phones = {
    ...{ phone: first?.number ?? '', phoneNote: first?.note ?? '' },
    ...{ otherPhone: other?.number ?? '', otherPhoneNote: other?.note ?? '' },
  }
  return { phones, notes }
}

/** The first address of a cell; what cannot be read, and which others there are, notes tell. */
export function readEmailCell(cell: Cell | undefined): { email: string; notes: Notes } {
  if (!cell) return { email: '', notes: [] }
  const read = parseEmail(cell.text)
  if ('problem' in read) return { email: '', notes: [ignoredNote(cell, emailProblems[read.problem])] }
  const { address, others } = read
  const message = `${severalEmailsMessage(others.length + 1).replace(/\. .*/, '')}; ${address} is used`
  return { email: address, notes: others.length > 0 ? [noteOf(cell, message)] : [] }
}
