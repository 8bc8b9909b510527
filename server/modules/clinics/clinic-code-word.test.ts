import { expect, test } from 'vitest'
import { findCodeWordProblem } from './clinic-code-word.ts'

const names = ['Harbour Street', 'Tom Hughes', 'Zoë Ng', 'The Dental Clinic']

test.each([
  ['Kingfisher', null],
  ['blue heron', null],
  ['the otter', null],
  ['', null],
  ['Root canal', 'code-word-on-health'],
  ['implant', 'code-word-on-health'],
  ['Hughes', 'code-word-names-somebody'],
  ['dear tom', 'code-word-names-somebody'],
  ['zoe’s otter', 'code-word-names-somebody'],
  ['Harbour seal', 'code-word-names-somebody'],
] as const)('%j: %s', (codeWord, fault) => expect(findCodeWordProblem(codeWord, names)).toBe(fault))
