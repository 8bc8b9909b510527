import { z } from 'zod'
import { type ContentFile, type Problem, nameOf, reporter } from './content-file.ts'
import { readFrontMatter } from './front-matter.ts'
import type { MessageName, MessageText, Messages } from './library-types.ts'
import { placeholderNames } from '../../wording/plain-text.ts'

type Shape = { channel: 'mail' | 'sms'; required: string[]; optional: string[] }

/** From a practice, whom patients and staff can ask about it. */
const ofPractice: Shape = {
  channel: 'mail',
  required: ['practiceName', 'practicePhone', 'link', 'expires'],
  optional: ['greetingName'],
}
/** To a practice's own people. */
const ofReminder: Shape = {
  channel: 'mail',
  required: ['practiceName', 'link'],
  optional: ['greetingName'],
}
/** About an account: a link that works for some minutes. */
const ofAccount: Shape = { channel: 'mail', required: ['link', 'minutes'], optional: ['greetingName'] }
/** A code; the last line lets phones fill it in on our own pages only. */
const ofPhone: Shape = { channel: 'sms', required: ['code', 'minutes', 'domain'], optional: [] }

/** Every message there is, and what its text may and must be filled with. */
const shapes: Record<MessageName, Shape> = {
  'consent-link': ofPractice,
  'signed-copy': ofPractice,
  'new-link': ofPractice,
  invitation: ofPractice,
  'patient-home': ofPractice,
  'template-review': ofReminder,
  'email-link': ofAccount,
  reset: ofAccount,
  registration: ofAccount,
  'email-change': ofAccount,
  'account-changed': { channel: 'mail', required: ['change', 'site'], optional: ['greetingName'] },
  'phone-code': ofPhone,
  'phone-change': ofPhone,
}
const names = Object.keys(shapes) as MessageName[]

/** Anyone may see a message on a locked phone: it must not hint at health. */
const healthWords =
  /\b(?:consent|treat|tooth|teeth|diagnos|dental|dentist|implant|crown|filling|canal|extract|surg|operat|risk|health|form)\w*/i

const MailFields = z.strictObject({ subject: z.string().trim().min(1).max(120) })
const SmsFields = z.strictObject({ channel: z.literal('sms') }).transform(() => ({ subject: '' }))
/** What one text message holds; more is sent, and paid, in parts. */
const sms_letters_max = 160

/** Reads the English messages; every name must be there. What is wrong is added to `problems`. */
export function loadMessages(files: ContentFile[], problems: Problem[]): Messages {
  const loaded = new Map(files.map((file) => [nameOf(file), loadMessage(file, problems)]))
  for (const file of files) {
    if (!isName(nameOf(file)))
      problems.push({ path: file.path, line: 0, message: 'nothing sends a message of this name' })
  }
  const message = (name: MessageName): MessageText => {
    const found = loaded.get(name)
    if (!found)
      problems.push({ path: `content/messages/en/${name}.md`, line: 0, message: 'is missing or wrong' })
    return found ?? { subject: '', text: '' }
  }
  const en = Object.fromEntries(names.map((name) => [name, message(name)]))
  return { en: en as Record<MessageName, MessageText> }
}

const isName = (name: string): name is MessageName => Object.hasOwn(shapes, name)

function loadMessage(file: ContentFile, problems: Problem[]): MessageText | null {
  const report = reporter(file, problems)
  const name = nameOf(file)
  if (!isName(name)) return null
  const { channel, required, optional } = shapes[name]
  const matter = readFrontMatter<{ subject: string }>(
    file,
    channel === 'sms' ? SmsFields : MailFields,
    report,
  )
  if (matter === null) return null
  const { fields, body } = matter
  const message = { subject: fields.subject, text: body.trim() }
  const whole = `${message.subject}\n${message.text}`

  const used = placeholderNames(whole)
  for (const placeholder of used) {
    if (![...required, ...optional].includes(placeholder))
      report(0, `there is no placeholder {{${placeholder}}} in this message`)
  }
  for (const placeholder of required)
    if (!used.includes(placeholder)) report(0, `must use {{${placeholder}}}`)
  if (message.subject.includes('{{link}}')) report(0, 'the link must not stand in the subject')

  if (channel === 'sms' && message.text.length > sms_letters_max)
    report(0, `is longer than ${sms_letters_max} characters`)

  const wording = whole.replace(/\{\{[^{}]*\}\}/g, '')
  const word = healthWords.exec(wording)?.[0]
  if (word) report(0, `"${word}" tells a stranger about the patient's health; leave it out`)
  return message
}
