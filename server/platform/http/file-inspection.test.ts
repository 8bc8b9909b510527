import { expect, it } from 'vitest'
import { filesIn } from './file-inspection.ts'

const texts = (input: unknown, path: string[], encoding: 'base64' | 'text' | 'data-url') =>
  filesIn(input, [{ path, encoding }]).map((bytes) => Buffer.from(bytes).toString())

const encoded = Buffer.from('page').toString('base64')

it('finds the bytes of a file where the input has them, however they are written', () => {
  expect(texts({ file: encoded }, ['file'], 'base64')).toEqual(['page'])
  expect(texts({ file: 'page' }, ['file'], 'text')).toEqual(['page'])
  expect(texts({ file: `data:image/png;base64,${encoded}` }, ['file'], 'data-url')).toEqual(['page'])
  const pages = { scan: { pages: [{ content: encoded }, { content: encoded }] } }
  expect(texts(pages, ['scan', 'pages', '*', 'content'], 'base64')).toEqual(['page', 'page'])
})

it.each<[string, unknown]>([
  ['left out', {}],
  ['null', { file: null }],
  ['empty', { file: '' }],
  ['no text', { file: 7 }],
  ['a list', { file: [encoded] }],
  ['of no input at all', undefined],
  ['of an input that is text', encoded],
])('finds no file where it is %s', (_what, input) => {
  expect(texts(input, ['file'], 'base64')).toEqual([])
})

it('looks for each of a list only where there is a list', () => {
  for (const files of [undefined, null, 'ab', { 0: encoded }])
    expect(texts({ files }, ['files', '*'], 'base64')).toEqual([])
})
