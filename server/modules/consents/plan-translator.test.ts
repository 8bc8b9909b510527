import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import translations from '../../../build/content/translations.json' with { type: 'json' }
import library from '../../../build/content/templates.json' with { type: 'json' }
import { ConsentPlan } from '../../../contract/consent-plan.ts'
import type { Language } from '../../../contract/languages.ts'
import { sanitiseRichText } from '../../platform/rich-text.ts'
import { englishHash } from '../translations/index.ts'
import { buildContent } from './consent-content.ts'

const id = '0199e000-0000-7000-8000-000000000001'
const template = library.find((one) => one.id === 'simple-extraction')!
const sections = template.sections.map(({ html, ...section }) => ({
  ...section,
  content: sanitiseRichText(html),
  media: null,
}))

/** The library's own translation, as a practice has it whose colleague has checked it. */
const renderingIn = (language: string) => ({
  ...{ language: language as Language, format: 'standard' as const },
  sections: translations
    .find((one) => one.template === template.id && one.language === language)!
    .sections.map(({ id: sectionId, title, html }) => ({
      ...{ sectionId, title, content: sanitiseRichText(html), status: 'checked' as const },
      ...{ checkedBy: 'x', checkedByName: 'Eva Nowak', checkedAt: '2026-11-01T10:00:00Z' },
      englishHash: englishHash(sections.find((section) => section.id === sectionId)!),
    })),
})

type Change = Partial<z.input<typeof ConsentPlan>>

function renderIn(language: string, change: Change & { prognosis?: string } = {}, hasRendering = true) {
  const { prognosis = 'good', ...ofPlan } = change
  const plan = ConsentPlan.parse({
    diagnosis: 'Tooth decay (caries)',
    language,
    items: [{ templateId: id, teeth: ['46'], pricePence: 14_500, band: 'private' }],
    personalRisks: [
      {
        ...{ ruleId: 'R023', severity: 'info', decision: 'accepted', reason: '', teeth: ['46'] },
        statement: 'Smoking makes dry socket, infection and slow healing more likely.',
        because: ['you smoke'],
      },
    ],
    ...ofPlan,
  })
  const item = {
    ...plan.items[0]!,
    placeholders: {
      prognosis,
      reason: 'the tooth is too damaged to repair (unrestorable)',
      individualRisks: 'none that we know of',
    },
  }
  return buildContent({
    ...{
      kind: 'consent',
      plan,
      reflectionHours: 24,
      understandingCheck: 'offered',
      ownPictures: [],
      ownFigures: [],
    },
    ...{ nation: 'england', day: '2026-11-21', statements: [], additionalConsents: [] },
    treatments: [
      {
        template: {
          ...{ id, versionId: id, versionLabel: '1.0', name: template.name },
          treatmentType: template.treatmentType,
          wording: { sections, risks: [], questions: template.questions },
        },
        item,
        rendering: hasRendering && language !== 'en' ? renderingIn(language) : undefined,
      },
    ],
    clinic: { name: 'Elm', address: '', phone: '020 7946 0000', outOfHours: '111', email: 'a@b.example' },
    patient: { name: 'Sam Reed', dateOfBirth: '1980-01-01', nhsNumber: '' },
    clinician: { name: 'Ada Bell', role: 'Dentist', gdcNumber: null },
  })
}

const translatedText = (language: string, change?: Parameters<typeof renderIn>[1]) =>
  renderIn(language, change)
    .content.sections.map(({ beside }) => `${beside!.title} ${beside!.content}`)
    .join('\n')

describe('what is particular to one patient stands in their language', () => {
  it.each([
    [
      'pl',
      [
        'Ryzyko, które dotyczy Pana/Pani',
        'Palenie zwiększa ryzyko suchego zębodołu',
        'Gdzie: dolny prawy pierwszy trzonowiec (46).',
        'Powód: pali Pan/Pani.',
        'Proste usunięcie zęba (Simple Extraction)',
        'Cena: £145 (leczenie prywatne)',
        'Co stwierdziliśmy: Próchnica zęba.',
        'w Pana/Pani przypadku: dobre.',
        'co najmniej 1 dzień',
      ],
    ],
    [
      'cy',
      [
        "Risgiau sy'n berthnasol i chi",
        'Ble: cilddant cyntaf isaf ar y dde (46).',
        'Pam: rydych yn smygu.',
        'Pris: £145 (gofal preifat)',
        'Pydredd dannedd (caries)',
        'o leiaf 1 diwrnod',
      ],
    ],
    [
      'ur',
      [
        'وہ خطرات جو آپ پر لاگو ہوتے ہیں',
        'کہاں: پہلی داڑھ، نیچے دائیں طرف (46)۔',
        'وجہ: آپ کو تمباکو نوشی کی عادت ہے۔',
        'قیمت: £145 (نجی علاج)',
        'دانت کی سڑن (caries)',
      ],
    ],
  ] as const)('%s', (language, says) => {
    const text = translatedText(language)
    for (const words of says) expect(text).toContain(words)
    for (const english of ['Smoking', 'you smoke', 'lower right', 'Where:', 'private care', 'Tooth decay'])
      expect(text).not.toContain(english)
    expect(renderIn(language).inEnglish).toEqual([])
  })

  it.each([
    ['cy', "A ellir rhoi'r dant yn ôl wedyn?"],
    ['pl', 'Czy ząb można potem włożyć z powrotem?'],
    ['ur', 'کیا دانت بعد میں واپس لگایا جا سکتا ہے؟'],
  ])('%s asks every question, each answer in its place', (language, first) => {
    const { questions } = renderIn(language).content.understanding!
    expect(questions[0]!.beside!.question).toBe(first)
    for (const { beside, answers, question } of questions) {
      expect(beside).toMatchObject({ language })
      expect(beside!.question).not.toBe(question)
      expect(beside!.answers).toHaveLength(answers.length)
    }
  })
})

describe('what stands in English is told before it is sent', () => {
  it.each([
    [
      'a diagnosis in free words',
      { diagnosis: 'Broke on Sunday' },
      { kind: 'diagnosis', text: 'Broke on Sunday' },
    ],
    [
      'an outlook in free words',
      { prognosis: 'fine if cleaned' },
      { kind: 'prognosis', text: 'fine if cleaned' },
    ],
    [
      'a risk that the clinician wrote',
      {
        personalRisks: [
          {
            ...{ ruleId: '', severity: 'info', decision: 'edited', reason: '', teeth: [], because: [] },
            statement: 'You play the trumpet.',
          },
        ],
      },
      { kind: 'risk', text: 'You play the trumpet.' },
    ],
    [
      'an option',
      { options: [{ title: 'Wait and see', kind: 'no-treatment' }] },
      { kind: 'option', text: 'Wait and see' },
    ],
    [
      'why it may begin sooner',
      { reflectionWaived: 'In pain' },
      { kind: 'reflectionWaived', text: 'In pain' },
    ],
  ] as const)('%s', (_what, change, english) => {
    const { inEnglish } = renderIn('pl', change as Change)
    expect(inEnglish).toEqual([english])
    expect(translatedText('pl', change as Change)).toContain(english.text)
  })

  it('all sections of a text that the language does not have, by their titles', () => {
    const { inEnglish } = renderIn('pl', {}, false)
    expect(inEnglish).toContainEqual({ kind: 'section', text: 'Benefits' })
    expect(inEnglish).not.toContainEqual({ kind: 'section', text: 'Risks that apply to you' })
  })

  it('nothing where the patient reads English', () => {
    expect(renderIn('en', { diagnosis: 'Broke on Sunday' }).inEnglish).toEqual([])
  })

  it('everything where there is no termbase and no translation', () => {
    expect(renderIn('so', {}, false).inEnglish).toEqual([{ kind: 'all', text: '' }])
  })
})

it('is not called checked where a phrase was put into what a person has checked', () => {
  const statusOf = (title: string) =>
    renderIn('pl').content.sections.find((section) => section.title === title)!.beside!.status
  expect(statusOf('Treatment Description')).toBe('machine')
  expect(statusOf('No Treatment')).toBe('checked')
})
