import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Problem, problemLine, readFolder } from './content-file.ts'
import { loadMessages, readHealthWords } from './message-loader.ts'

const root = join(import.meta.dirname, '../..')
const files = readFolder(root, 'content/messages/en', '.md')
const translated = readFolder(root, 'content/messages', '.json')
const healthWords = readHealthWords(readFolder(root, 'content', 'health-words.txt')[0]!)
const load = (english: typeof files, problems: Problem[], others = translated) =>
  loadMessages({ english, translated: others, healthWords }, problems)

function problemsWith(before: string | RegExp, after: string, name = 'consent-link'): string[] {
  const problems: Problem[] = []
  load(
    files.map((file) =>
      file.path.endsWith(`/${name}.md`) ? { ...file, text: file.text.replace(before, after) } : file,
    ),
    problems,
  )
  return problems.map(problemLine)
}

describe('messages', () => {
  it('are complete, in plain words', () => {
    const problems: Problem[] = []
    const { en } = load(files, problems)
    expect(problems).toEqual([])
    expect(en['consent-link'].subject).toBe('{{practiceName}}: please read before your visit')
    expect(en['consent-link'].text).toMatch(
      /^Hello \{\{greetingName\}\}\n[^]*date of birth[^]*\{\{practiceName\}\}$/,
    )
    expect(Object.keys(en)).toHaveLength(files.length)
    expect(en['phone-code'].subject).toBe('')
    expect(en['phone-code'].text).toMatch(/\n@\{\{domain\}\} #\{\{code\}\}$/)
  })

  it.each([
    [
      'a health word in the text',
      'something for you to read',
      'a consent form for your tooth',
      /"consent" tells a stranger/,
    ],
    ['a health word in the subject', 'please read', 'your implant', /"implant" tells a stranger/],
    ['a missing link', '{{link}}', 'below', /must use \{\{link\}\}/],
    ['a missing phone number', '{{practicePhone}}', 'our number', /must use \{\{practicePhone\}\}/],
    [
      'an unknown placeholder',
      '{{greetingName}}',
      '{{patientName}}',
      /there is no placeholder \{\{patientName\}\}/,
    ],
    ['a link in the subject', 'please read', '{{link}}', /must not stand in the subject/],
    ['no subject', /subject: .*/, 'subject: ""', /:2: subject: /],
  ])('are refused for %s', (_what, before, after, problem) => {
    expect(problemsWith(before, after)).toContainEqual(expect.stringMatching(problem))
  })

  it.each([
    ['a link without its minutes', 'reset', '{{minutes}}', 'some', /reset\.md.*must use \{\{minutes\}\}/],
    [
      'a practice that did not write it',
      'reset',
      'Candour',
      '{{practiceName}}',
      /no placeholder \{\{practiceName\}\}/,
    ],
    ['a text without its code', 'phone-code', /\{\{code\}\}/g, '', /phone-code\.md.*must use \{\{code\}\}/],
    ['a text that takes two', 'phone-code', 'Candour', 'Candour '.repeat(9), /longer than 160 characters/],
    ['a text with a subject', 'phone-code', 'channel: sms', 'subject: Your code', /phone-code\.md/],
  ])('about an account are refused for %s', (_what, name, before, after, problem) => {
    expect(problemsWith(before, after, name)).toContainEqual(expect.stringMatching(problem))
  })

  it.each([
    ['a language we do not have', 'xx', (text: string) => text, /xx\.json: is in none of the languages/],
    [
      'a text that is missing',
      'pl',
      (text: string) => text.replace('"reminder-sms"', '"other"'),
      /reminder-sms/,
    ],
    [
      'another placeholder',
      'pl',
      (text: string) => text.replace('{{expires}}', '{{practicePhone}}'),
      /is filled with/,
    ],
    [
      'a text to phones with a subject',
      'pl',
      (text: string) => text.replaceAll('"subject": ""', '"subject": "x"'),
      /-sms has no subject, or one too many/,
    ],
    [
      'an English health word',
      'pl',
      (text: string) => text.replace('Link działa', 'Implant działa'),
      /"implant" tells a stranger/,
    ],
  ])('in another language are refused for %s', (_what, language, change, problem) => {
    const polish = translated.find(({ path }) => path.endsWith('/pl.json'))!
    const problems: Problem[] = []
    load(files, problems, [{ path: `content/messages/${language}.json`, text: change(polish.text) }])
    expect(problems.map(problemLine)).toContainEqual(expect.stringMatching(problem))
  })

  it('are all there, and no others', () => {
    const problems: Problem[] = []
    load([{ path: 'content/messages/en/birthday.md', text: files[0]?.text ?? '' }], problems)
    const lines = problems.map(problemLine)
    expect(lines).toContain('content/messages/en/birthday.md: nothing sends a message of this name')
    expect(lines).toContain('content/messages/en/consent-link.md: is missing or wrong')
  })
})
