import { expect, test } from 'vitest'
import { dentalWords, formalWords, jargon } from './plain-words.ts'
import { occurrencePattern, sentenceAt, type TextFix } from './text-fixes.ts'
import {
  findAmericanSpellings,
  findBannedWords,
  findFormalWords,
  findUnexplainedJargon,
} from './word-checks.ts'
import { bannedWords } from './word-lists.ts'

const remarksOn = (text: string) => [
  ...findFormalWords({ title: '', text }, formalWords),
  ...findUnexplainedJargon([{ title: '', html: `<p>${text}</p>` }], [...jargon, ...dentalWords]),
  ...findBannedWords({ title: '', text }),
  ...findAmericanSpellings({ title: '', text }),
]

/** The text with a fix in it, as the editor puts it there. */
const apply = (text: string, { find, nth, put }: TextFix) => {
  const at = [...text.matchAll(occurrencePattern(find))][nth]
  expect(at, `"${find}" stands ${nth + 1} times in "${text}"`).toBeDefined()
  const { index } = at!
  const rest = text.slice(index + find.length)
  return text.slice(0, index) + put + (put === '' ? rest.replace(/^ /, '') : rest)
}

/** Every fix of a text, one after the other, as somebody presses each. */
function fixed(text: string): string {
  const fix = remarksOn(text).find((remark) => remark.fix)?.fix
  return fix ? fixed(apply(text, fix)) : text
}

test.each([
  ['Brush prior to bed.', 'Brush before bed.'],
  ['Prior to the visit, eat.', 'Before the visit, eat.'],
  ['We commenced after he commences.', 'We started after he starts.'],
  ['It touches the adjacent teeth.', 'It touches the neighbouring teeth.'],
  ['It is adjacent to the nerve.', 'It is next to the nerve.'],
  ['In the event of bleeding, phone us.', 'If there is bleeding, phone us.'],
  ['We take a radiograph, then two radiographs.', 'We take an X-ray, then two X-rays.'],
  ['We make an incision.', 'We make a cut.'],
  ['The tooth is extracted.', 'The tooth is taken out.'],
  ['We wear an occlusal splint.', 'We wear a bite splint.'],
  ['Wear your prophylactic night guard.', 'Wear your protective night guard.'],
  ['Do not consume alcohol.', 'Do not drink alcohol.'],
  ['We just numb it.', 'We numb it.'],
  ['An edema of gray color.', 'A swelling of grey colour.'],
  ['Take an analgesic.', 'Take a painkiller.'],
])('%s becomes: %s', (before, after) => expect(fixed(before)).toBe(after))

test.each([
  ['prophylactic', 'You take prophylactic antibiotics.', 'to prevent infection'],
  ['prophylactic', 'The night guard is prophylactic.', 'protective'],
  ['prophylaxis', 'Your visit ends with prophylaxis and a polish.', 'cleaning'],
  ['prophylactic', 'A prophylactic talk.', ''],
  ['anaesthetic', 'You have a general anaesthetic.', 'medicine that makes you sleep'],
  ['anaesthetic', 'We use an anaesthetic.', 'numbing injection'],
  ['extract', 'It has a plant extract in it.', ''],
  ['prosthesis', 'You have a hip prosthesis.', 'artificial part of the body'],
  ['canal', 'The mandibular canal is near.', 'the tunnel in the jaw that the nerve runs through'],
])('"%s" is explained by its sentence: %s', (word, text, suggestion) => {
  expect(remarksOn(text).find(({ excerpt }) => excerpt === word)?.suggestion).toBe(suggestion)
})

test.each([
  'Refrain from smoking.',
  'You may have severe trismus.',
  'A prophylactic talk.',
  'We extracted it.',
  'The edentulous jaw.',
  'Simply rinse.',
  'It is a time-consuming visit.',
  'Give a sufficient dose.',
])('what would make nonsense is not put in its place: %s', (text) => expect(fixed(text)).toBe(text))

test('a word later in a text is replaced there', () => {
  const text = 'We require it. {{price}} is Required, and a crown is required.'
  const remarks = findFormalWords({ title: '', text }, formalWords)
  expect(remarks.map(({ fix }) => fix)).toEqual([
    { find: 'require', nth: 0, put: 'need' },
    { find: 'Required', nth: 0, put: 'Needed' },
    { find: 'required', nth: 0, put: 'needed' },
  ])
})

test('each form that is listed is one that its pattern finds', () => {
  for (const { pattern, forms, senses } of [...formalWords, ...jargon, ...dentalWords, ...bannedWords])
    for (const form of [forms, ...(senses ?? []).map((sense) => sense.forms)].flatMap((all) =>
      Object.keys(all ?? {}),
    ))
      expect(`${form} pain`.match(pattern)?.[0]?.trim(), form).toBe(form)
})

test('a sentence ends where a sentence or a line does', () => {
  const text = 'One. Two about e.g. it? Three\nFour'
  expect(sentenceAt(text, text.indexOf('Three'))).toBe('Three')
  expect(sentenceAt(text, 0)).toBe('One')
  expect(sentenceAt(text, text.indexOf('Four'))).toBe('Four')
})
