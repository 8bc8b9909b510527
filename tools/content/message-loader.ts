import { z } from 'zod'
import { type ContentFile, type Problem, nameOf, reporter } from './content-file.ts'
import { readFrontMatter } from './front-matter.ts'
import type { MessageName, MessageText, Messages } from './library-types.ts'
import { placeholderNames } from './lint/plain-text.ts'

const names = ['consent-link', 'signed-copy', 'new-link'] as const satisfies readonly MessageName[]
const required = ['practiceName', 'practicePhone', 'link', 'expires']
const optional = ['greetingName']

/** Anyone may see a message on a locked phone: it must not hint at health. */
const healthWords =
  /\b(?:consent|treat|tooth|teeth|diagnos|dental|dentist|implant|crown|filling|canal|extract|surg|operat|risk|health|form)\w*/i

const Fields = z.strictObject({ subject: z.string().trim().min(1).max(120) })

/** Reads the English messages; every name must be there. What is wrong is added to `problems`. */
export function loadMessages(files: ContentFile[], problems: Problem[]): Messages {
  const loaded = new Map(files.map((file) => [nameOf(file), loadMessage(file, problems)]))
  for (const file of files) {
    if (!names.some((name) => name === nameOf(file))) {
      problems.push({ path: file.path, line: 0, message: 'nothing sends a message of this name' })
    }
  }
  const message = (name: MessageName): MessageText => {
    const found = loaded.get(name)
    if (!found)
      problems.push({ path: `content/messages/en/${name}.md`, line: 0, message: 'is missing or wrong' })
    return found ?? { subject: '', text: '' }
  }
  return {
    en: {
      'consent-link': message('consent-link'),
      'signed-copy': message('signed-copy'),
      'new-link': message('new-link'),
    },
  }
}

function loadMessage(file: ContentFile, problems: Problem[]): MessageText | null {
  const report = reporter(file, problems)
  const matter = readFrontMatter(file, Fields, report)
  if (matter === null) return null
  const { fields, body } = matter
  const message = { subject: fields.subject, text: body.trim() }
  const whole = `${message.subject}\n${message.text}`

  const used = placeholderNames(whole)
  for (const name of used) {
    if (![...required, ...optional].includes(name))
      report(0, `there is no placeholder {{${name}}} in messages`)
  }
  for (const name of required) if (!used.includes(name)) report(0, `must use {{${name}}}`)
  if (message.subject.includes('{{link}}')) report(0, 'the link must not stand in the subject')

  const wording = whole.replace(/\{\{[^{}]*\}\}/g, '')
  const word = healthWords.exec(wording)?.[0]
  if (word) report(0, `"${word}" tells a stranger about the patient's health; leave it out`)
  return message
}
