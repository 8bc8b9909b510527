import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Problem, readFolder } from './content-file.ts'
import { loadCompliance } from './compliance-loader.ts'
import { loadContent } from './content-loader.ts'

const root = join(import.meta.dirname, '../..')
const { content } = loadContent(root)
const yaml = readFolder(root, 'content/compliance', '.yaml')

function problemsWith(from: string, to: string): string[] {
  const problems: Problem[] = []
  const changed = yaml.map((file) => ({ ...file, text: file.text.replace(from, to) }))
  loadCompliance({ yaml: changed, policies: [] }, content.treatments, problems)
  return problems.map(({ message }) => message)
}

test('an item goes by a quality statement of its own key question, by its exact name', () => {
  expect(problemsWith('', '')).toEqual([])
  expect(problemsWith('    statement: Assessing needs', '    statement: Assessing need')).toEqual([
    'CQ04: "Assessing need" is no statement of the key question effective',
  ])
  expect(problemsWith('    statement: Assessing needs', '    statement: Safeguarding')).toEqual([
    'CQ04: "Safeguarding" is no statement of the key question effective',
  ])
})

test('the framework of 2024 has 34 statements: 8, 6, 5, 7 and 8', () => {
  const { statements } = content.compliance!.checklist.frameworks[0]!
  expect(Object.values(statements!).map((names) => names.length)).toEqual([8, 6, 5, 7, 8])
})
