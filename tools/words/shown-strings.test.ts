import { expect, it } from 'vitest'
import { findRetiredPhrases } from '../../wording/retired-phrases.ts'
import { isWording, readShownStrings } from './shown-strings.ts'
import { listArea } from './word-areas.ts'

const page = `import { Panel } from '../ui/plain/panel.tsx'
const wide = 'grid gap-3 px-2'
type Kind = 'Not a string'
/** A comment that nobody reads on a screen. */
export function Tasks({ rest, busy }: { rest: number; busy: boolean }) {
  toast(busy ? 'Saving the task' : \`\${rest} tasks saved\`)
  return (
    <Panel title="Open tasks" className="mt-2 flex" id="open tasks">
      And {rest} more,
      {' '}once these are done.
      <b>Now</b>
    </Panel>
  )
}
`

it('every string of a page is found once, with its line and its gaps', () => {
  expect(readShownStrings('tasks.tsx', page).map(({ line, text }) => [line, text])).toEqual([
    [6, 'Saving the task'],
    [6, '{rest} tasks saved'],
    [8, 'Open tasks'],
    [9, 'And {rest} more, once these are done. {…}'],
    [11, 'Now'],
  ])
})

it.each([
  ['contract/tasks.ts', `const a = aborted('This task is already open.')`, ['This task is already open.']],
  ['contract/tasks.ts', `operation({ summary: 'The tasks of one consent' })`, []],
  ['content/pages/tasks.json', `{\n  "title": "Open tasks",\n  "path": "/tasks"\n}`, ['Open tasks']],
  [
    'content/messages/en/task.md',
    `---\nsubject: 'A task'\n---\n\nHello there`,
    [`subject: 'A task'`, 'Hello there'],
  ],
  ['content/pages/tasks.json', `{ "rows": ["Open tasks", "Closed tasks"] }`, ['Open tasks', 'Closed tasks']],
  ['server/task.typ', `#heading("Open tasks")\n#panel[Nothing to do]`, ['Open tasks', 'Nothing to do']],
  ['server/task.typ', `#if any [\n  == Open tasks\n  Answer one.\n]`, ['Open tasks', 'Answer one.']],
  [
    'content/tasks.yaml',
    `# A comment: for us\n- id: task\n  ask: Which task is open?`,
    ['Which task is open?'],
  ],
])('the wording of %s is what people read of %s', (file, text, shown) => {
  expect(readShownStrings(file, text).map((found) => found.text)).toEqual(shown)
})

it.each([
  ['Save', true],
  ['a sentence of words', true],
  ['{count}', false],
  ['save', false],
  ['/clinic/tasks', false],
  ['flex items-center text-small', false],
])('whether %s is wording: %s', (text, is) => expect(isWording(text)).toBe(is))

it('an area or a part of a path names its files, without tests', () => {
  const code = `const a = 'Open tasks'`
  const sources = new Map([
    ['web/features/tasks/task-list.tsx', code],
    ['web/features/tasks/task-list.test.tsx', code],
    ['web/features/signing/sign-page.tsx', code],
    ['contract/tasks.ts', code],
  ])
  const files = (area: string) => listArea(sources, area).map(({ file }) => file)
  expect(files('clinic')).toEqual(['web/features/tasks/task-list.tsx'])
  expect(files('tasks')).toEqual(['contract/tasks.ts', 'web/features/tasks/task-list.tsx'])
})

it('of what the server composes only titles and sentences are listed, and no queries', () => {
  const code = `const words = ['Consent recorded', 'select name from tasks', 'Tasks']`
  const sources = new Map([['server/modules/tasks/task-words.ts', code]])
  expect(listArea(sources, 'server').map(({ text }) => text)).toEqual(['Consent recorded'])
})

it.each([
  ['What became of consents, by when they were sent.', 1],
  ['Bring in a list', 1],
  ['Write one down', 1],
  ['Nothing to tidy', 1],
  ['Who comes, and what waits for you', 2],
  ['Who stood by', 1],
  ['Whoever held the link', 1],
  ['Agreement by word of mouth put on record', 2],
  ['The paper was taken in', 1],
  ['Questions of the form gone through', 1],
  ['Answered rightly once more', 2],
  ['Every clinic', 1],
  ['Put away: Maintenance tonight', 1],
  ['Not done after all', 1],
  ['35 answers on the word of the patient', 1],
  ['Hand on', 1],
  ['Signed by hand on paper', 0],
  ['Your trial is over', 1],
  ['12 appointments as they were', 1],
  ['A clinician countersigns', 0],
  ['Import day list', 0],
  ['Who is told of a question?', 1],
  ['Saidpur, a town', 0],
])('%s has %i retired phrases', (text, count) => expect(findRetiredPhrases(text)).toHaveLength(count))
