import { describe, expect, it } from 'vitest'
import { toothCodes, type TreatmentSite } from '../../../contract/teeth.ts'
import { termbaseOf } from './termbase.ts'

const languages = ['cy', 'pl', 'ur'] as const
const formatPlaceIn = (language: string, at: TreatmentSite) =>
  termbaseOf(language)!.formatPlace(at, 'all of the mouth')
const teeth = (...codes: string[]): TreatmentSite => ({ teeth: codes, area: null })

describe('where a treatment is', () => {
  it.each([
    ['pl', teeth('46'), 'dolny prawy pierwszy trzonowiec (46)'],
    ['pl', teeth('46', '23'), 'dolny prawy pierwszy trzonowiec (46) i górny lewy kieł (23)'],
    ['pl', teeth('75'), 'dolny lewy mleczny drugi trzonowiec (75)'],
    ['pl', { teeth: [], area: 'whole-mouth' } as TreatmentSite, 'cała jama ustna'],
    ['cy', teeth('46'), 'cilddant cyntaf isaf ar y dde (46)'],
    ['cy', teeth('46', '23'), 'cilddant cyntaf isaf ar y dde (46); dant llygad uchaf ar y chwith (23)'],
    ['cy', teeth('75'), 'ail gilddant babi isaf ar y chwith (75)'],
    ['ur', teeth('46'), 'پہلی داڑھ، نیچے دائیں طرف (46)'],
    ['ur', teeth('46', '23'), 'پہلی داڑھ، نیچے دائیں طرف (46) اور نوکیلا دانت، اوپر بائیں طرف (23)'],
    ['ur', { teeth: [], area: 'whole-mouth' } as TreatmentSite, 'پورا منہ'],
  ] as const)('in %s: %o', (language, at, said) => expect(formatPlaceIn(language, at)).toBe(said))

  it.each(languages)('in %s is told of every tooth, and differently of each', (language) => {
    const names = toothCodes.map((fdi) => formatPlaceIn(language, teeth(fdi)))
    expect(new Set(names).size).toBe(toothCodes.length)
    for (const [at, fdi] of toothCodes.entries()) expect(names[at]).toContain(`(${fdi})`)
  })
})

describe('what is typed', () => {
  it.each([
    ['pl', 'Tooth decay (caries)', 'Próchnica zęba'],
    ['pl', 'tooth decay (caries).', 'Próchnica zęba'],
    ['pl', 'good', 'dobre'],
    ['pl', '2 visits', 'wizyty: 2'],
    ['pl', 'About 10–15 years', 'Lata: około 10–15'],
    ['pl', 'No treatment', 'Brak leczenia'],
    ['pl', 'Simple Extraction', 'Proste usunięcie zęba'],
    ['cy', '3 visits', '3 ymweliad'],
    ['cy', 'poor', 'gwael'],
    ['ur', '2 weeks', '2 ہفتے'],
    ['ur', 'you have diabetes', 'آپ کو ذیابیطس ہے'],
    ['pl', '£145', '£145'],
  ])('in %s: “%s”', (language, english, own) => expect(termbaseOf(language)!.translate(english)).toBe(own))

  it.each(languages)('in %s is not guessed where nobody has said it before', (language) => {
    const { translate } = termbaseOf(language)!
    expect(translate('Fractured during the match on Sunday')).toBeUndefined()
    expect(translate('2 visits, perhaps more')).toBeUndefined()
  })
})

it('has no termbase for English, and none for a language that nobody has made one for', () => {
  expect(termbaseOf('en')).toBeUndefined()
  expect(termbaseOf('xx')).toBeUndefined()
})
