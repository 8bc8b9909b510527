import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Problem, problemLine, readFolder } from './content-file.ts'
import { loadMessages } from './message-loader.ts'

const files = readFolder(join(import.meta.dirname, '../..'), 'content/messages/en', '.md')

function problemsWith(before: string | RegExp, after: string): string[] {
  const problems: Problem[] = []
  loadMessages(
    files.map((file) =>
      file.path.endsWith('consent-link.md') ? { ...file, text: file.text.replace(before, after) } : file,
    ),
    problems,
  )
  return problems.map(problemLine)
}

describe('messages', () => {
  it('are complete, in plain words', () => {
    const problems: Problem[] = []
    const { en } = loadMessages(files, problems)
    expect(problems).toEqual([])
    expect(en['consent-link'].subject).toBe('{{practiceName}}: please read before your visit')
    expect(en['consent-link'].text).toMatch(
      /^Hello \{\{greetingName\}\}\n[^]*date of birth[^]*\{\{practiceName\}\}$/,
    )
    expect(Object.keys(en)).toEqual(['consent-link', 'signed-copy', 'new-link'])
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

  it('are all there, and no others', () => {
    const problems: Problem[] = []
    loadMessages([{ path: 'content/messages/en/birthday.md', text: files[0]?.text ?? '' }], problems)
    const lines = problems.map(problemLine)
    expect(lines).toContain('content/messages/en/birthday.md: nothing sends a message of this name')
    expect(lines).toContain('content/messages/en/consent-link.md: is missing or wrong')
  })
})
