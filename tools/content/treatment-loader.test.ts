import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { treatment_name_length_max } from '../../contract/limits.ts'
import { type Problem, problemLine } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { loadTreatments, reportUnknownTreatments } from './treatment-loader.ts'

const root = join(import.meta.dirname, '../..')
const path = 'content/treatments.yaml'
const shipped = readFileSync(join(root, path), 'utf8')

function load(text: string) {
  const problems: Problem[] = []
  const treatments = loadTreatments({ path, text }, problems)
  return { treatments, problems: problems.map(problemLine) }
}

describe('the treatment types that come with the product', () => {
  const { treatments, problems } = load(shipped)
  const subtypesOf = (name: string) => treatments.builtIn.find((type) => type.name === name)?.subtypes

  it('are 15 built in, as the specification names and orders them, and 7 more', () => {
    expect(problems).toEqual([])
    expect(treatments.builtIn.map(({ name }) => name)).toEqual([
      'Root Canal Therapy',
      'Dental Fillings',
      'Dental Implant Placement',
      'Tooth Extraction',
      'Dental Crown',
      'Dental Bridge',
      'Orthodontic Treatment (Braces)',
      'Clear Aligners (Invisalign)',
      'Periodontal Treatment',
      'Oral Surgery',
      'Cosmetic Dentistry',
      'Teeth Whitening',
      'Dentures',
      'Dental Cleaning',
      'Other',
    ])
    expect(treatments.supplementary.map(({ name }) => name)).toEqual([
      'Sedation and Anaesthesia',
      'Imaging and Investigations',
      'Paediatric Dentistry',
      'Facial Aesthetics',
      'Jaw Joint, Bite and Sleep',
      'Urgent Care',
      'Consent, Records and Agreements',
    ])
  })

  it('have 284 subtypes, among them those that the specification names', () => {
    const all = [...treatments.builtIn, ...treatments.supplementary].flatMap(({ subtypes }) => subtypes)
    expect(all).toHaveLength(284)
    expect(subtypesOf('Root Canal Therapy')?.slice(0, 6)).toEqual([
      'Anterior Root Canal',
      'Premolar Root Canal',
      'Molar Root Canal',
      'Root Canal Retreatment',
      'Root Canal with Post and Core',
      'Root Canal under Sedation',
    ])
    expect(subtypesOf('Dental Fillings')?.slice(0, 3)).toEqual([
      'Composite Filling',
      'Amalgam Filling',
      'Glass Ionomer Filling',
    ])
    expect(subtypesOf('Dental Implant Placement')?.slice(0, 3)).toEqual([
      'Single Tooth Implant',
      'Multiple Tooth Implants',
      'Full Arch Implants',
    ])
    expect(subtypesOf('Tooth Extraction')?.slice(0, 4)).toEqual([
      'Simple Extraction',
      'Surgical Extraction',
      'Simple Wisdom Tooth Extraction',
      'Surgical Wisdom Tooth Extraction',
    ])
    expect(subtypesOf('Dental Crown')?.slice(0, 2)).toEqual([
      'Porcelain Crown',
      'Porcelain-Fused-to-Metal Crown',
    ])
    expect(subtypesOf('Other')).toEqual(['Custom Treatment'])
  })
})

const dentures = `builtIn:
  - name: Dentures
    subtypes: [Complete Dentures, Soft Lining]
supplementary:
  - name: Urgent Care
    subtypes: [Antibiotic Prescription]
`

describe('a list of treatment types', () => {
  it('is read in its order', () => {
    expect(load(dentures)).toEqual({
      treatments: {
        builtIn: [{ name: 'Dentures', subtypes: ['Complete Dentures', 'Soft Lining'] }],
        supplementary: [{ name: 'Urgent Care', subtypes: ['Antibiotic Prescription'] }],
      },
      problems: [],
    })
  })

  it.each([
    ['a type twice', dentures.replace('Urgent Care', 'dentures'), '"dentures" is there twice'],
    [
      'a subtype twice, whatever its type',
      dentures.replace('Antibiotic Prescription', 'soft lining'),
      'the subtype "soft lining" is there twice',
    ],
    [
      'a type without subtypes',
      dentures.replace('[Antibiotic Prescription]', '[]'),
      ':6: supplementary.0.subtypes',
    ],
    ['an empty name', dentures.replace('Urgent Care', "' '"), ':5: supplementary.0.name'],
    ['an unknown field', `${dentures}more: []\n`, 'Remove values that are not allowed: more'],
    [
      'a name longer than people may type',
      dentures.replace('Urgent Care', 'x'.repeat(treatment_name_length_max + 1)),
      'supplementary.0.name',
    ],
  ])('is refused for %s', (_what, text, problem) => {
    expect(load(text).problems).toEqual([expect.stringContaining(problem)])
  })

  it('takes a name as long as people may type', () => {
    expect(load(dentures.replace('Urgent Care', 'x'.repeat(treatment_name_length_max))).problems).toEqual([])
  })
})

describe('a template of the library', () => {
  const { templates } = loadContent(root).content
  const crown = templates.find(({ shipped: { id } }) => id === 'porcelain-crown')!

  it.each([
    ['Dental Crown', 'Porcelain Crown', []],
    ['Dental Crwn', 'Porcelain Crown', ['treatmentType: "Dental Crwn" is not in content/treatments.yaml']],
    [
      'Dental Bridge',
      'Porcelain Crown',
      ['treatmentSubtype: "Porcelain Crown" is not one of "Dental Bridge"'],
    ],
  ])('for %s, %s', (treatmentType, treatmentSubtype, told) => {
    const problems: Problem[] = []
    const changed = { ...crown, shipped: { ...crown.shipped, treatmentType, treatmentSubtype } }
    reportUnknownTreatments([changed], load(shipped).treatments, problems)
    expect(problems.map(problemLine)).toEqual(
      told.map((message) => `content/templates/porcelain-crown.md: ${message}`),
    )
  })
})
