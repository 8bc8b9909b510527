import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plainText } from '../../wording/plain-text.ts'
import { loadContent } from './content-loader.ts'

const { content } = loadContent(join(import.meta.dirname, '../..'))

/** What is said of a treatment in `procedures.yaml`, and what its own text tells the patient that is done. */
const treatments = content.procedures!.treatments.map(({ id, properties }) => {
  const { shipped } = content.templates.find((template) => template.shipped.id === id)!
  return { id, properties, text: `${shipped.description} ${plainText(shipped.sections[0]!.html)}` }
})
const saidToBe = (value: string, words: RegExp) =>
  treatments
    .filter(({ properties, text }) => properties.includes(value) && words.test(text))
    .map(({ id }) => id)

// Section 4.5 of the Scottish advice of 2018: clamps and cleaning under the gum are invasive.
test('whose text tells of a dam, of cleaning under the gum or of a tooth cut to it is not harmless to the heart', () => {
  const words =
    /rubber sheet|rubber dam|(?:below|under) the gum edge|clean\w* under the gum|cut off near the gum/i
  expect(saidToBe('endocarditis-not-invasive', words)).toEqual([])
})

// The Scottish guidance of 2022: flaps and more than three teeth at once are of higher risk, a swelling drained of lower.
test('whose text tells of many teeth, a flap or a cut in the gum is not called less likely to bleed', () => {
  const flap = /take out several teeth|all (?:the )?teeth together|flap of gum|lift(?:s|ed)? the gum/i
  for (const value of ['bleeding-unlikely', 'bleeding-lower']) expect(saidToBe(value, flap)).toEqual([])
  expect(saidToBe('bleeding-unlikely', /(?:small )?cut in the gum/i)).toEqual([])
})

test('whose text tells of a bone or a root reached from outside is called a wound of the bone', () => {
  expect(saidToBe('bone-none', /lift(?:s|ed)? the gum|(?:take|took) away (?:a little |some )?bone/i)).toEqual(
    [],
  )
})

test('whose text tells of numbing is said to have an injection, unless another form tells of it', () => {
  const numbing =
    /\bwe (?:can )?numb (?:you|it|the (?:tooth|teeth|gum))\b|injection as for dental work|want one, we tell you/i
  const toldElsewhere = ['immediate-denture', 'inhalation-sedation-nitrous-oxide', 'oral-sedation']
  expect(saidToBe('injection-none', numbing).filter((id) => !toldElsewhere.includes(id))).toEqual([])
})
