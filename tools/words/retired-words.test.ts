import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findRetiredPhrases } from '../../wording/retired-phrases.ts'
import { readSources } from '../layout/source-files.ts'
import { listArea } from './word-areas.ts'

const sources = readSources(join(import.meta.dirname, '../..'))
const strings = ['clinic', 'admin', 'refusals'].flatMap((area) => listArea(sources, area))

/** What keeps a retired phrase, and why. */
const exceptions: Record<string, string> = {
  'For example: I interpreted all that was said, completely and to the best of my ability.':
    'an interpreter’s own statement',
  'What became of the consents of a practice, by month of sending': 'a summary of the contract',
  'A valid advance decision that covers this treatment binds as if the patient said it now. Nobody can consent against it.':
    'the words of the law on advance decisions',
  'It went as I was told it would': 'a patient’s answer in a survey',
  'You have told us {worries_a_day_max} times today. Phone the practice, or 111 when it is closed.':
    'to a patient, whose wording is tested apart',
}

it('staff and administrators read no retired phrase', () => {
  expect(strings.length).toBeGreaterThan(8000)
  const found = strings.filter(({ text }) => !(text in exceptions))
  const said = found.flatMap(({ file, line, text }) =>
    findRetiredPhrases(text).map((problem) => `${file}:${line} ${problem}, in “${text}”`),
  )
  expect(said).toEqual([])
})

it('every exception is needed', () => {
  const retired = new Set(
    strings.map(({ text }) => text).filter((text) => findRetiredPhrases(text).length > 0),
  )
  expect(Object.keys(exceptions).filter((text) => !retired.has(text))).toEqual([])
})
