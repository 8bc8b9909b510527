import { z } from 'zod'
import { type ContentFile, type Problem, nameOf, reporter } from './content-file.ts'
import { parseFrontMatter } from './front-matter.ts'
import { languageTags } from '../../contract/languages.ts'
import type { MessageName, MessageText, Messages, PatientMessageName } from './library-types.ts'
import { findHealthWords, type HealthWordList } from '../../wording/health-words.ts'
import { placeholderNames } from '../../wording/plain-text.ts'
import { parseJson } from './words-loader.ts'

type Shape = { channel: 'mail' | 'sms'; required: string[]; optional: string[] }

/** To a patient's phone: short, since each part is paid for, and the link alone takes half of one. */
const patientSmsShape: Shape = {
  channel: 'sms',
  required: ['practiceName', 'link'],
  optional: ['practicePhone', 'expires'],
}

/** A code for the way in, to the phone on file. */
const patientCodeShape: Shape = {
  channel: 'sms',
  required: ['practiceName', 'code', 'minutes'],
  optional: [],
}
/** To whom a patient lets read along: names neither the patient nor what it is about. */
const supporterShape: Shape = {
  channel: 'mail',
  required: ['practiceName', 'practicePhone', 'link', 'expires'],
  optional: [],
}

/** From a practice, whom patients and staff can ask about it. */
const practiceShape: Shape = {
  channel: 'mail',
  required: ['practiceName', 'practicePhone', 'link', 'expires'],
  optional: ['greetingName'],
}
/** On paper: the link stands below it as a square that phones read. */
const letterShape: Shape = {
  channel: 'mail',
  required: ['practiceName', 'practicePhone', 'expires'],
  optional: [],
}
/** To a practice's own people. */
const reminderShape: Shape = {
  channel: 'mail',
  required: ['practiceName', 'link'],
  optional: ['greetingName'],
}
/** To a practice's administrators about its account, from whoever runs the platform. */
const platformShape = (...more: string[]): Shape => ({
  channel: 'mail',
  required: ['practiceName', 'supportEmail', ...more],
  optional: ['greetingName'],
})
/** About an account: a link that works for some minutes. */
const accountShape: Shape = { channel: 'mail', required: ['link', 'minutes'], optional: ['greetingName'] }
/** A code; the last line lets phones fill it in on our own pages only. */
const phoneCodeShape: Shape = { channel: 'sms', required: ['code', 'minutes', 'domain'], optional: [] }

/** Every message there is, and what its text may and must be filled with. */
const messageShapes: Record<MessageName, Shape> = {
  'consent-link': practiceShape,
  'consent-link-sms': patientSmsShape,
  reminder: practiceShape,
  'reminder-sms': patientSmsShape,
  'signed-copy': practiceShape,
  'new-link': practiceShape,
  'new-link-sms': patientSmsShape,
  'question-answered': practiceShape,
  'question-answered-sms': patientSmsShape,
  'link-code-sms': patientCodeShape,
  'supporter-link': supporterShape,
  'supporter-link-sms': patientSmsShape,
  aftercare: practiceShape,
  'aftercare-sms': patientSmsShape,
  survey: practiceShape,
  'survey-sms': patientSmsShape,
  worry: reminderShape,
  'emergency-access': reminderShape,
  letter: letterShape,
  invitation: practiceShape,
  'patient-home': practiceShape,
  'template-review': reminderShape,
  'data-request-due': reminderShape,
  'review-due': reminderShape,
  'webhook-disabled': reminderShape,
  'write-back-failed': reminderShape,
  'file-blocked': reminderShape,
  'group-invitation': {
    channel: 'mail',
    required: ['groupName', 'practiceName', 'link'],
    optional: ['greetingName'],
  },
  'question-notice': reminderShape,
  'access-ended': platformShape('standing'),
  'access-restored': platformShape('link'),
  'owner-changed': platformShape('ownerName'),
  'email-link': accountShape,
  reset: accountShape,
  registration: accountShape,
  'email-change': accountShape,
  'account-changed': { channel: 'mail', required: ['change', 'site'], optional: ['greetingName'] },
  'backup-failed': { channel: 'mail', required: ['day', 'problem', 'newest', 'link'], optional: [] },
  enquiry: {
    channel: 'mail',
    required: ['topic', 'name', 'email', 'practice', 'link'],
    optional: [],
  },
  'ticket-answer': {
    channel: 'mail',
    required: ['number', 'subject', 'author', 'link'],
    optional: ['greetingName'],
  },
  'ticket-received': {
    channel: 'mail',
    required: ['number', 'subject', 'due', 'link'],
    optional: ['greetingName'],
  },
  'ticket-solved': {
    channel: 'mail',
    required: ['number', 'subject', 'days', 'link'],
    optional: ['greetingName'],
  },
  'ticket-news': {
    channel: 'mail',
    required: ['number', 'practice', 'subject', 'author', 'state', 'link'],
    optional: [],
  },
  'phone-code': phoneCodeShape,
  'phone-change': phoneCodeShape,
}
const messageNames = Object.keys(messageShapes) as MessageName[]

/** What patients get in their own language. */
const patientNames: PatientMessageName[] = [
  'consent-link',
  'consent-link-sms',
  'reminder',
  'reminder-sms',
  'signed-copy',
  'new-link',
  'new-link-sms',
  'question-answered',
  'question-answered-sms',
  'link-code-sms',
  'supporter-link',
  'supporter-link-sms',
  'aftercare',
  'aftercare-sms',
  'survey',
  'survey-sms',
]

const MailFields = z.strictObject({ subject: z.string().trim().min(1).max(120) })
const SmsFields = z.strictObject({ channel: z.literal('sms') }).transform(() => ({ subject: '' }))
/** What one text message holds; more is sent, and paid, in parts. */
const sms_characters_max = 160

/** The words of `content/health-words.txt`, one a line. */
export const readHealthWords = ({ text }: ContentFile): HealthWordList =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

type MessageFiles = { english: ContentFile[]; translated: ContentFile[]; healthWords: HealthWordList }

/** Reads the messages; every name must be there, in each language. What is wrong is added to `problems`. */
export function loadMessages(files: MessageFiles, problems: Problem[]): Messages {
  const en = loadEnglish(files, problems)
  const translated = files.translated.map((file) => [
    nameOf(file),
    loadTranslated(file, { en, healthWords: files.healthWords }, problems),
  ])
  return { en, translated: Object.fromEntries(translated) as Messages['translated'] }
}

function loadEnglish(
  { english: files, healthWords }: MessageFiles,
  problems: Problem[],
): Record<MessageName, MessageText> {
  const loaded = new Map(files.map((file) => [nameOf(file), loadMessage(file, healthWords, problems)]))
  for (const file of files) {
    if (!isMessageName(nameOf(file)))
      problems.push({ path: file.path, line: 0, message: 'nothing sends a message of this name' })
  }
  const message = (name: MessageName): MessageText => {
    const found = loaded.get(name)
    if (!found)
      problems.push({ path: `content/messages/en/${name}.md`, line: 0, message: 'is missing or wrong' })
    return found ?? { subject: '', text: '' }
  }
  return Object.fromEntries(messageNames.map((name) => [name, message(name)])) as Record<
    MessageName,
    MessageText
  >
}

const Translated = z.strictObject(
  Object.fromEntries(
    patientNames.map((name) => [name, z.strictObject({ subject: z.string(), text: z.string().min(1) })]),
  ),
)

/** A language's texts: each of them there, filled with what the English one is filled with. */
function loadTranslated(
  file: ContentFile,
  { en, healthWords }: { en: Record<MessageName, MessageText>; healthWords: HealthWordList },
  problems: Problem[],
): Record<PatientMessageName, MessageText> {
  const report = reporter(file, problems)
  if (!languageTags.some((tag) => tag === nameOf(file)))
    report(0, 'is in none of the languages of contract/languages.ts')
  const parsed = Translated.safeParse(parseJson(file, problems))
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) report(0, `${path.join('.')}: ${message}`)
    return {} as Record<PatientMessageName, MessageText>
  }
  for (const [name, { subject, text }] of Object.entries(parsed.data)) {
    const english = en[name as MessageName]
    const used = placeholderNames(`${subject}\n${text}`).toSorted().join()
    const wanted = placeholderNames(`${english.subject}\n${english.text}`).toSorted().join()
    if (used !== wanted) report(0, `${name} is filled with ${used}, and the English one with ${wanted}`)
    if ((subject === '') !== (english.subject === '')) report(0, `${name} has no subject, or one too many`)
    const word = findHealthWords(`${subject}\n${text}`, healthWords)[0]
    if (word) report(0, `${name}: "${word}" tells a stranger about the patient's health; leave it out`)
  }
  return parsed.data as Record<PatientMessageName, MessageText>
}

const isMessageName = (name: string): name is MessageName => Object.hasOwn(messageShapes, name)

function loadMessage(
  file: ContentFile,
  healthWords: HealthWordList,
  problems: Problem[],
): MessageText | null {
  const report = reporter(file, problems)
  const name = nameOf(file)
  if (!isMessageName(name)) return null
  const { channel, required, optional } = messageShapes[name]
  const matter = parseFrontMatter<{ subject: string }>(
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

  if (channel === 'sms' && message.text.length > sms_characters_max)
    report(0, `is longer than ${sms_characters_max} characters`)

  const word = findHealthWords(whole, healthWords)[0]
  if (word) report(0, `"${word}" tells a stranger about the patient's health; leave it out`)
  return message
}
