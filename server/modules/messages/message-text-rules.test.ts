import { expect, test } from 'vitest'
import { validateText, textLanguageOf, textNames, shippedText, type TextName } from './message-text-rules.ts'

const mail: TextName = { kind: 'consent-link', channel: 'email', language: 'en' }
const sms: TextName = { ...mail, channel: 'sms' }
const good = { subject: '{{practiceName}}: please read this', text: 'Please open {{link}} by {{expires}}' }

test.each<[string, TextName, Partial<typeof good>, [string, string[]][]]>([
  ['a good mail', mail, {}, []],
  ['a good text', sms, { subject: '' }, []],
  ['a mail without a subject', mail, { subject: '' }, [['subject-missing', []]]],
  ['a text without its link', mail, { text: 'Please phone us' }, [['link-missing', []]]],
  ['a link in the subject', mail, { subject: '{{link}}' }, [['link-in-subject', []]]],
  [
    'words we cannot fill in',
    mail,
    { text: '{{link}} {{patientName}}' },
    [['unknown-placeholder', ['patientName']]],
  ],
  [
    'a link of their own',
    mail,
    { text: '{{link}} https://evil.example/x' },
    [['foreign-link', ['https://evil.example/x']]],
  ],
  ['a treatment in the subject', mail, { subject: 'Your crown' }, [['health-words', ['crown']]]],
  ['a treatment in the text', sms, { text: '{{link}} about UR6' }, [['health-words', ['ur6']]]],
  [
    'English health words in another language',
    { ...mail, language: 'pl' },
    { text: '{{link}} implant' },
    [['health-words', ['implant']]],
  ],
  ['a text too long for a phone', sms, { text: `{{link}} ${'a'.repeat(300)}` }, [['too-long', []]]],
  ['a kind that no phone gets', { ...sms, kind: 'signed-copy' }, {}, [['no-such-text', []]]],
  [
    'several at once',
    mail,
    { subject: '', text: 'Your tooth' },
    [
      ['subject-missing', []],
      ['link-missing', []],
      ['health-words', ['tooth']],
    ],
  ],
])('%s', (_what, name, written, faults) => {
  const found = validateText(name, { ...good, ...written })
  expect(found.map(({ reason, words }) => [reason, words])).toEqual(faults)
})

test('each text as shipped would be taken from a practice too', () => {
  expect(textNames.length).toBeGreaterThan(6)
  for (const name of textNames)
    expect(validateText(name, shippedText(name)!), JSON.stringify(name)).toEqual([])
})

test.each([
  ['en', 'en'],
  ['pl', 'pl'],
  ['pt-BR', 'pt'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-Hant', 'en'],
  ['pa-PK', 'en'],
  ['fr', 'en'],
  ['x-nonsense', 'en'],
  ['', 'en'],
])('who reads %s is written to in %s', (language, written) => {
  expect(textLanguageOf(language)).toBe(written)
})
