import { expect, test } from 'vitest'
import { includeBlocks } from './block-directive.ts'
import { sectionHtml } from './section-html.ts'

const points = (count: number, name = 'p') =>
  Array.from({ length: count }, (_, at) => `- ${name}${at}`).join('\n')
const blocks = new Map([
  ['two', points(2, 'block')],
  ['words', 'Some words.'],
])
const lengths = (text: string) => {
  const problems: string[] = []
  const html = sectionHtml(includeBlocks(text, blocks, 1, (_line, message) => problems.push(message)))
  expect(problems).toEqual([])
  return (html.match(/<ul>[^]*?<\/ul>/g) ?? []).map((list) => list.split('<li>').length - 1)
}

test.each([
  ['bullets of a block join those before and after', `${points(3)}\n\n{% block: two %}\n\n${points(3)}`, [8]],
  ['more than eight are parted at a block', `${points(4)}\n\n{% block: two %}\n\n${points(4)}`, [6, 4]],
  ['more than eight of one hand are parted in the middle', points(9), [5, 4]],
  ['what is much too long is parted more often', points(20), [7, 7, 6]],
  ['words between keep lists apart', `${points(3)}\n\n{% block: words %}\n\n${points(3)}`, [3, 3]],
])('%s', (_name, text, expected) => expect(lengths(text)).toEqual(expected))

test('a block that is not there, or not on a line of its own, is reported', () => {
  const problems: string[] = []
  const report = (line: number, message: string) => problems.push(`${line} ${message}`)
  includeBlocks('{% block: three %}\nSee {% block: two %}', blocks, 5, report)
  expect(problems).toEqual([
    '5 there is no block "three" in content/blocks',
    '6 write {% block: name %} on a line of its own',
  ])
})
