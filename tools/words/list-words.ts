/**
 * `npm run words`: how many strings people can meet, by area; with an area or a part of a path, each of them with where it
 * stands, so that it can be read as one text. An exclamation mark stands before a retired phrase.
 *
 *   npm run words [-- clinic | patient | admin | public | mails | refusals | pdf | server | forms | <part of a path>]
 */
import { join } from 'node:path'
import { findRetiredPhrases } from '../../wording/retired-phrases.ts'
import { readSources } from '../layout/source-files.ts'
import { listArea, wordAreas } from './word-areas.ts'

const [asked] = process.argv.slice(2)
const sources = readSources(join(import.meta.dirname, '../..'))
const isRetired = (text: string) => findRetiredPhrases(text).length > 0

if (asked) {
  let place = ''
  for (const { file, line, text } of listArea(sources, asked)) {
    if (file !== place) console.log(`\n${file}`)
    place = file
    console.log(`${isRetired(text) ? '!' : ' '}${String(line).padStart(5)}  ${text}`)
  }
}
const rows = (asked ? [asked] : Object.keys(wordAreas)).map((area) => {
  const strings = listArea(sources, area)
  const different = new Set(strings.map(({ text }) => text)).size
  const retired = strings.filter(({ text }) => isRetired(text)).length
  return { area, strings: strings.length, different, retired }
})
console.log()
console.table(rows)
