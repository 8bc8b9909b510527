import { z } from 'zod'
import { validateEmail, emailProblems, parseEmail } from './email-address.ts'
import { optionalLine, typedText } from './kit.ts'
import { visibleLine } from './visible-text.ts'
import { internationalNumber, phoneProblems, parsePhones, type PhoneNumber } from './phone-number.ts'

/** Room for a name and angle brackets around an address. */
const written_email_max = 320
/** Room for two numbers, each with a word beside it. */
const written_phones_max = 200
const phone_note_max = 120
/** Of one person: the number that is called first, and another. */
const phones_max = 2

type Context = z.core.$RefinementCtx<string>
const addFieldIssue = (context: Context, message: string) => {
  context.addIssue(message)
  return z.NEVER
}

const typedEmail = () =>
  typedText()
    .max(written_email_max, emailProblems.length)
    .regex(/^$|@/, { message: emailProblems.format, abort: true })

function parseEmailAddress(written: string, context: Context): string {
  const read = parseEmail(written)
  const problem = validateEmail(written)
  return problem === null && 'address' in read ? read.address : addFieldIssue(context, problem!)
}

/** An e-mail address as it is stored: its domain as mail servers take it, in ASCII. */
export const emailAddress = typedEmail().transform(parseEmailAddress)
/** The same where it may be left empty. */
export const optionalEmailAddress = typedEmail()
  .transform((written, context) => (written === '' ? '' : parseEmailAddress(written, context)))
  .default('')

/** A number has digits, whatever stands beside them. */
const typedPhoneNumber = () =>
  typedText()
    .overwrite(visibleLine)
    .max(written_phones_max)
    .regex(/^$|\d/, { message: phoneProblems.none, abort: true })
    .default('')

/** One phone number and nothing beside it, or none: how a practice is called. */
export const phoneNumber = typedPhoneNumber().transform((written, context) => {
  if (written === '') return ''
  const read = parsePhones(written)
  if ('problem' in read) return addFieldIssue(context, phoneProblems[read.problem])
  const [{ number, note }, ...others] = read.phones
  if (others.length > 0) return addFieldIssue(context, 'Enter one phone number')
  return note === '' ? number : addFieldIssue(context, 'Enter the phone number alone, without other words')
})

const parsePhoneNumbers = (written: string): PhoneNumber[] => {
  const read = parsePhones(written)
  return 'phones' in read ? read.phones : []
}

const typedPhones = () =>
  typedPhoneNumber().superRefine((written, context) => {
    const read = written === '' ? null : parsePhones(written)
    if (read && 'problem' in read) context.addIssue(phoneProblems[read.problem])
  })

/** The phones of a person: a number to call first and another, each with what to know of it, like 'mum' or 'ext 21'. */
export const phoneFields = {
  phone: typedPhones(),
  phoneNote: optionalLine(phone_note_max),
  otherPhone: typedPhones(),
  otherPhoneNote: optionalLine(phone_note_max),
}
type Phones = { [Field in keyof typeof phoneFields]: string }

const joinNotes = (...notes: string[]): string => [...new Set(notes.filter(Boolean))].join(', ')

/** A written note goes to the first number of its field. */
const attachNote = ([first, ...others]: PhoneNumber[], note: string): PhoneNumber[] =>
  first ? [{ ...first, note: joinNotes(first.note, note) }, ...others] : []

/** What somebody wrote into the fields of phones as it is stored: one number in each, and the words beside it as its note. */
export function normalizePhones(context: z.core.ParsePayload<Phones>): void {
  const { value } = context
  const written = [
    ...attachNote(parsePhoneNumbers(value.phone), value.phoneNote),
    ...attachNote(parsePhoneNumbers(value.otherPhone), value.otherPhoneNote),
  ]
  const keys = written.map(({ number }) => internationalNumber(number) || number)
  const found = written.filter((_phone, at) => keys.indexOf(keys[at]!) === at)
  const fault = (field: keyof Phones, message: string) =>
    context.issues.push({ code: 'custom', path: [field], message, input: value[field] })
  if (found.length > phones_max)
    fault('phone', 'There are more than two phone numbers here. Enter two at most')
  const long = found.findIndex(({ note }) => note.length > phone_note_max)
  if (long >= 0) fault(long === 0 ? 'phone' : 'otherPhone', 'The note beside the phone number is too long')
  const [first, other] = found
  context.value = {
    ...value,
    ...{ phone: first?.number ?? '', phoneNote: first?.note ?? value.phoneNote },
    ...{ otherPhone: other?.number ?? '', otherPhoneNote: other?.note ?? value.otherPhoneNote },
  }
}
