import { expect, test } from 'vitest'
import type { Problem } from './content-file.ts'
import type { LibraryTemplate } from './library-types.ts'
import type { MedicineNames } from './medicine-names.ts'
import { englishMarks, loadTranslations } from './translation-loader.ts'

const english = {
  id: 'splint',
  hash: 'abc',
  sections: [
    { id: 1, title: 'What', html: '<p>It is for {{tooth}}. It costs 1,000 pounds.</p>' },
    { id: 2, title: 'Risks', html: '<ul>\n<li><strong>Pain</strong> in 1 in 10.</li>\n</ul>' },
  ],
} as unknown as LibraryTemplate

const medicines = { aspirin: { cy: 'aspirin' } } as unknown as MedicineNames
const good =
  '## 1. Beth\n\nMae ar gyfer {{tooth}}. Pris: 1.000 punt.\n\n## 2. Risgiau\n\n- **Poen** mewn 1 o bob 10.\n'
const head = (fields: Partial<Record<string, string>> = {}) => {
  const all = {
    template: 'splint',
    language: 'cy',
    from: englishMarks(english.sections),
    status: 'machine',
    draftedOn: '2026-11-21',
  }
  return `---\n${Object.entries({ ...all, ...fields })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n\n`
}

function load(text: string, path = 'content/translations/cy/splint.md') {
  const problems: Problem[] = []
  const loaded = loadTranslations([{ path, text }], { library: [english], medicines }, problems)
  return { loaded, messages: problems.map(({ message }) => message) }
}

test('a translation is read section by section', () => {
  const { loaded, messages } = load(head() + good)
  expect(messages).toEqual([])
  expect(loaded).toMatchObject([{ template: 'splint', language: 'cy', staleSections: [] }])
  expect(loaded[0]!.sections[1]).toEqual({
    id: 2,
    title: 'Risgiau',
    html: '<ul>\n<li><strong>Poen</strong> mewn 1 o bob 10.</li>\n</ul>',
  })
})

test('a section of an older English is kept, and not held against the new; the others are', () => {
  const [first] = englishMarks(english.sections).split(' ')
  const older = head({ from: `${first} 2:0123456789ab` })
  const { loaded, messages } = load(older + good.replace('10', '20'))
  expect(messages).toEqual([])
  expect(loaded).toMatchObject([{ staleSections: [2] }])
  expect(load(older + good.replace('{{tooth}}', 'y dant')).messages).toEqual([
    'section 1: placeholders: none, but in English: tooth',
  ])
})

test.each([
  [
    'another number',
    good.replace('o bob 10', 'o bob 100'),
    'section 2: numbers: 1 100, but in English: 1 10',
  ],
  [
    'a lost placeholder',
    good.replace('{{tooth}}', 'y dant'),
    'section 1: placeholders: none, but in English: tooth',
  ],
  ['a lost point', good.replace('- **Poen**', '**Poen**'), 'section 2: paragraphs: 1, but in English: 0'],
  ['another bold part', good.replace('**Poen**', 'Poen'), 'section 2: bold parts: 0, but in English: 1'],
  ['a lost section', good.slice(0, good.indexOf('## 2')), 'must have the sections 1 2, in this order'],
  ['text before the sections', `Helo\n\n${good}`, 'text must stand under a heading such as ## 1. Title'],
  [
    'what patients are not shown',
    good.replace('Mae', '| a |\n| - |\n| b |\n\nMae'),
    /^section 1: cannot show this \(table\)/,
  ],
])('%s is reported', (_name, text, message) => {
  expect(load(head() + text).messages).toContainEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  )
})

test.each([
  ['an unknown template', { template: 'bridge' }, 'there is no template "bridge"'],
  ['an unknown language', { language: 'xx' }, /^language: /],
  ['a claim that somebody checked it', { status: 'checked' }, /^status: /],
])('%s is reported', (_name, fields, message) => {
  expect(load(head(fields) + good).messages).toContainEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  )
})

test('a file in the wrong place is reported', () => {
  expect(load(head() + good, 'content/translations/pl/splint.md').messages).toEqual([
    'the path must name its language and its template',
  ])
})

test('what templates share is said once in a language, and included by its name', () => {
  const problems: Problem[] = []
  const text = head() + good.replace('- **Poen** mewn 1 o bob 10.', '{% block: pain %}')
  const block = { path: 'content/translations/cy/blocks/pain.md', text: '- **Poen** mewn 1 o bob 10.\n' }
  const foreign = { ...block, path: 'content/translations/pl/blocks/pain.md' }
  const file = { path: 'content/translations/cy/splint.md', text }
  const [loaded] = loadTranslations([block, file, foreign], { library: [english], medicines }, problems)
  expect(loaded!.sections[1]!.html).toContain('<strong>Poen</strong> mewn 1 o bob 10.')
  expect(problems).toEqual([{ path: foreign.path, line: 0, message: 'no translation includes it' }])
})

test('a shared text that the language lacks is reported', () => {
  const { messages } = load(head() + good.replace('Mae ar', '{% block: pain %}\n\nMae ar'))
  expect(messages).toContain('there is no block "pain" in content/blocks')
})
