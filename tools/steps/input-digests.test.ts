import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestGraph, digestInputs } from './input-digests.ts'

let folder: string
const write = async (file: string, text: string) => {
  await mkdir(path.join(folder, path.dirname(file)), { recursive: true })
  await writeFile(path.join(folder, file), text)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'candour-inputs-'))
  await write('package-lock.json', '{}')
  await write('server/sum.ts', 'export const sum = (one: number, other: number) => one + other\n')
  await write('server/sum.test.ts', "import { sum } from './sum.ts'\nsum(1, 2)\n")
  await write('server/words.test.ts', "import { readFileSync } from 'node:fs'\nreadFileSync('words.txt')\n")
  await write('server/child.test.ts', "const file = 'child-main.ts'\n")
  await write('server/child-main.ts', '')
  await write('tools/docs.test.ts', '')
  await write('content/words.txt', 'words')
  await write('web/alone.ts', '')
})
afterEach(() => rm(folder, { recursive: true }))

/** The files for which these digests differ once `change` is done. */
async function changedBy(change: () => Promise<void>, of: 'ofSource' | 'ofTest'): Promise<string[]> {
  const read = () => {
    const inputs = digestInputs(folder)
    return new Map(inputs.codeFiles.map((file) => [file, inputs[of](file)]))
  }
  const before = read()
  await change()
  return [...read()].flatMap(([file, digest]) => (before.get(file) === digest ? [] : file)).toSorted()
}

test.each([
  ['itself and what imports it', 'server/sum.ts', ['server/sum.test.ts', 'server/sum.ts']],
  ['nothing, for what no code imports', 'content/words.txt', []],
  [
    'everything, for the packages',
    'package-lock.json',
    [
      'server/child-main.ts',
      'server/child.test.ts',
      'server/sum.test.ts',
      'server/sum.ts',
      'server/words.test.ts',
      'tools/docs.test.ts',
      'web/alone.ts',
    ],
  ],
])('a change decides for lint of %s', async (_, file, expected) => {
  expect(await changedBy(() => write(file, 'export const sum = 3\n'), 'ofSource')).toEqual(expected)
})

test.each([
  ['what it names and runs', 'server/child-main.ts', 'server/child.test.ts'],
  ['content, where it reads files', 'content/words.txt', 'server/words.test.ts'],
  ['any code, where it looks at code', 'web/alone.ts', 'tools/docs.test.ts'],
])('a test rests on %s', async (_, file, expected) => {
  const changed = await changedBy(() => write(file, 'export const other = 1\n'), 'ofTest')
  expect(changed).toContain(expected)
  expect(changed).not.toContain('server/sum.test.ts')
})

test('what needs one another in a ring has one digest, which each of them changes', () => {
  const next: Record<string, string[]> = { a: ['b'], b: ['c'], c: ['a', 'd'], d: [], e: ['a'] }
  const digestWith = (own: Record<string, string>) =>
    digestGraph(
      (node) => own[node] ?? node,
      (node) => next[node]!,
    )
  const [before, after] = [digestWith({}), digestWith({ c: 'other' })]
  expect(before('a')).toBe(before('c'))
  expect(['a', 'b', 'c', 'd', 'e'].filter((node) => before(node) !== after(node))).toEqual([
    'a',
    'b',
    'c',
    'e',
  ])
})
