import { expect, test } from 'vitest'
import { checkDraftForms } from './draft-rules.ts'
import { formatFindings, createSourceTree } from './source-fixture.ts'

const reasons = { 'web/features/identity/sign-in-form.tsx': 'signing in' }
const signIn = { 'web/features/identity/sign-in-form.tsx': 'export const SignIn = () => <form></form>' }
const note = 'web/features/patients/note-form.tsx'
const problemsOf = (texts: Record<string, string>) =>
  formatFindings(checkDraftForms(createSourceTree({ ...signIn, ...texts }).graph, reasons))
const lostForm = `${note} has a <form> whose text is lost: use Form or DraftForm with a draft`
const lostText = `${note} has free text outside a form, which is lost: use Form or DraftForm with a draft, or saveDraftState`

test.each([
  ['a form of its own', '<form onSubmit={send}><input /></form>', [lostForm]],
  ['a form in the store', '<Form draft="note"><TextareaField label="Note" /></Form>', []],
  ['a form of patients in the store', '<DraftForm draft="note"></DraftForm>', []],
  ['text beside any form', '<TextareaField value={note} />', [lostText]],
  ['a rich text beside any form', '<RichTextField value={note} />', [lostText]],
  ['one field of one line', '<TextField value={note} />', []],
])('%s', (_, jsx, problems) =>
  expect(problemsOf({ [note]: `export const Note = () => ${jsx}` })).toEqual(problems),
)

const area = (jsx: string) => `import { Note } from '../../features/patients/note-form.tsx'
export default () => ${jsx}`
const fields = 'export const Note = () => <textarea />'

test('fields are kept by the form that holds them, wherever that is', () =>
  expect(
    problemsOf({ [note]: fields, 'web/areas/clinic/note.tsx': area('<Form draft="note"><Note /></Form>') }),
  ).toEqual([]))

test('one page without a form is enough to lose them', () =>
  expect(
    problemsOf({
      [note]: fields,
      'web/areas/clinic/note.tsx': area('<Form draft="note"><Note /></Form>'),
      'web/areas/admin/other-note.tsx': area('<Note />'),
    }),
  ).toEqual([lostText]))

test('words taken from the file of some fields hold no fields', () =>
  expect(
    problemsOf({
      [note]: `${fields}\nexport const noteWords = {}`,
      'web/areas/clinic/note.tsx': area('<Form draft="note"><Note /></Form>'),
      'web/areas/admin/words.tsx': "import { noteWords } from '../../features/patients/note-form.tsx'",
    }),
  ).toEqual([]))

test('an exception without its file, and one that keeps a draft, are told', () => {
  expect(formatFindings(checkDraftForms(createSourceTree({}).graph, reasons))).toEqual([
    'web/features/identity/sign-in-form.tsx is excepted from keeping drafts and is no more',
  ])
  expect(problemsOf({ 'web/features/identity/sign-in-form.tsx': '<Form draft="x"></Form>' })).toEqual([
    'web/features/identity/sign-in-form.tsx is excepted from keeping drafts and keeps one',
  ])
})
