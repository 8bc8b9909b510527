import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findRetiredPhrases } from '../../wording/retired-phrases.ts'
import { readSources } from '../layout/source-files.ts'
import { listArea } from './word-areas.ts'

const sources = readSources(join(import.meta.dirname, '../..'))
const areas = ['clinic', 'admin', 'refusals', 'public', 'mails', 'pdf', 'server']
const strings = areas.flatMap((area) => listArea(sources, area))

/** What keeps a retired phrase, and why. */
const exceptions: Record<string, string> = {
  'For example: I interpreted all that was said, completely and to the best of my ability.':
    'an interpreter’s own statement',
  'A valid advance decision that covers this treatment binds as if the patient said it now. Nobody can consent against it.':
    'the words of the law on advance decisions',
  'It went as I was told it would': 'a patient’s answer in a survey',
  'You have told us {worries_a_day_max} times today. Phone the practice, or 111 when it is closed.':
    'to a patient, whose wording is tested apart',
  'I interpreted all that was said and all that is written here, completely and to the best of my ability.':
    'an interpreter’s own statement',
  'It can save your tooth, and you told us that you want to keep it': 'a reason written to a patient',
  'The patient’s page offers ‘Take back my consent’ until the treatment is done. No reason is needed and it does not affect their care. Staff can also record a withdrawal made verbally.':
    'the name of a button on patients’ pages',
  'Patients can do this on their own page: ‘I do not want this treatment’ before signing, or ‘Take back my consent’ after signing.':
    'the names of buttons on patients’ pages',
  '{{practiceName}}: {{code}} is your code. It works for {{minutes}} minutes. Do not tell it to anybody: we never ask for it on the phone.':
    'to a patient, and translated as it is',
  '{{practiceName}}: somebody asked us to send you this, to read: {{link}} They give you the code. Questions? {{practicePhone}}':
    'to a supporter, and translated as it is',
  Clinic: 'the name of the menu for screen readers, as the specification has it',
  'The clinic record could not be loaded': 'logged in the browser’s console, and read by engineers',
  'Drafted from published guidance, awaiting your clinic’s clinical approval.':
    'what every template says of its own standing, to the letter',
  'These fields will be required when clinic staff use the template.': 'the specification, to the letter',
  'Clinic account is suspended': 'the specification, to the letter',
  'You are not authorized to register. Contact your clinic administrator.':
    'the specification, to the letter',
  'User must be associated with a clinic to save personal templates': 'the specification, to the letter',
  'Somebody you know would like you to read something from {{practiceName}}. They asked us to send you this link:':
    'to a supporter, and translated as it is',
}

it('nobody reads a retired phrase in what staff, visitors and holders of documents are shown', () => {
  expect(strings.length).toBeGreaterThan(12000)
  const found = strings.filter(({ text }) => !(text in exceptions))
  const said = found.flatMap(({ file, line, text }) =>
    findRetiredPhrases(text).map((problem) => `${file}:${line} ${problem}, in “${text}”`),
  )
  expect(said).toEqual([])
})

it('every exception is needed', () => {
  const retired = new Set(
    strings.map(({ text }) => text).filter((text) => findRetiredPhrases(text).length > 0),
  )
  expect(Object.keys(exceptions).filter((text) => !retired.has(text))).toEqual([])
})
