import { describe, expect, it } from 'vitest'
import { type Problem, problemLine } from './content-file.ts'
import { listOutdatedSources, loadSources, reportUnusedSources } from './source-loader.ts'

const general = {
  path: 'content/templates/sources.yaml',
  text: 'GPK: { reference: General professional knowledge, note: Not checked }\n',
}
const kang = `kang-2020:
  reference: Kang et al., Journal of Stomatology 2020; systematic review of nerve injury
  year: 2020
  setting: 23 studies, 26,427 patients, several countries
  read: abstract
  url: https://pubmed.ncbi.nlm.nih.gov/31476533/
  checkedOn: 2026-11-29
  findings:
    lasting-lip-change:
      finding: Lasting change of feeling of the lip
      per: tooth
      in100: [0.28, 0.3]
      within: after six months
      certainty: moderate
`
const fileOf = (text: string, name = 'surgery') => ({ path: `content/sources/${name}.yaml`, text })

function load(...published: { path: string; text: string }[]) {
  const problems: Problem[] = []
  const sources = loadSources({ general, published }, problems)
  return { sources, problems: problems.map(problemLine) }
}

function changed(before: string, after: string): string {
  if (!kang.includes(before)) throw new Error(`no ${before}`)
  return kang.replace(before, after)
}

it('reads general and published sources', () => {
  const { sources, problems } = load(fileOf(kang))
  expect(problems).toEqual([])
  expect([...sources.keys()]).toEqual(['GPK', 'kang-2020'])
  expect(sources.get('GPK')).toEqual({ reference: 'General professional knowledge' })
  expect(sources.get('kang-2020')?.published?.findings['lasting-lip-change']).toMatchObject({
    ...{ per: 'tooth', in100: [0.28, 0.3], certainty: 'moderate' },
  })
})

it('reads a finding without a rate and without a time', () => {
  const text = changed('      in100: [0.28, 0.3]\n      within: after six months\n', '')
  expect(load(fileOf(text)).problems).toEqual([])
})

describe('a published source is refused', () => {
  it.each([
    ['with a key in capitals', changed('kang-2020:', 'Kang-2020:'), /Kang-2020: /],
    ['with an unknown field', changed('read:', 'country: UK\n  read:'), /country/],
    [
      'without a setting',
      changed('  setting: 23 studies, 26,427 patients, several countries\n', ''),
      /setting/,
    ],
    ['by an address that is not https', changed('https://', 'http://'), /:6: kang-2020\.url: /],
    ['by a path', changed('https://pubmed.ncbi.nlm.nih.gov', '/papers'), /kang-2020\.url: /],
    ['of a year before any', changed('year: 2020', 'year: 202'), /kang-2020\.year: /],
    ['of a year after it was read', changed('year: 2020', 'year: 2027'), /kang-2020\.year: is after the day/],
    ['read in an unknown way', changed('read: abstract', 'read: title'), /kang-2020\.read: /],
    ['without findings', kang.replace(/findings:[^]*/, 'findings: {}\n'), /at least one finding/],
    ['with a rate upside down', changed('[0.28, 0.3]', '[0.3, 0.28]'), /the lower figure comes first/],
    ['with more than all', changed('[0.28, 0.3]', '[28, 300]'), /in100\.1: /],
    ['with one figure alone', changed('[0.28, 0.3]', '[0.28]'), /in100/],
    ['counting something unknown', changed('per: tooth', 'per: mouth'), /per: /],
    ['of an unknown certainty', changed('certainty: moderate', 'certainty: fair'), /certainty: /],
    ['twice in its file', kang + kang, /[Kk]eys must be unique/],
  ])('%s', (_what, text, problem) => {
    expect(load(fileOf(text)).problems).toContainEqual(expect.stringMatching(problem))
  })

  it('whose key is in two files', () => {
    const other = fileOf(changed('31476533', '1'), 'general')
    expect(load(fileOf(kang), other).problems).toEqual([
      'content/sources/general.yaml: the source "kang-2020" is in another file too',
    ])
  })

  it('whose address another has', () => {
    const other = fileOf(changed('kang-2020', 'kang-2020-b'), 'general')
    expect(load(fileOf(kang), other).problems).toEqual([
      'content/sources/general.yaml: the sources "kang-2020" and "kang-2020-b" have one address',
    ])
  })
})

it('names a source that nothing rests on, by its line', () => {
  const problems: Problem[] = []
  const files = [fileOf(`# Oral surgery.\n${kang}`)]
  const sources = loadSources({ general, published: files }, problems)
  reportUnusedSources(files, { sources, used: new Set(['kang-2020']) }, problems)
  expect(problems).toEqual([])
  reportUnusedSources(files, { sources, used: new Set(['GPK']) }, problems)
  expect(problems.map(problemLine)).toEqual([
    'content/sources/surgery.yaml:2: no template uses the source "kang-2020"',
  ])
})

describe('a source that was withdrawn or superseded', () => {
  const newer = kang.replace('kang-2020', 'kang-2026').replace('et al., Journal', 'et al. again, Journal')
  const outdated = (...fields: string[]) =>
    changed(
      '  findings:',
      ['  outdated:', ...fields.map((field) => `    ${field}`), '  findings:'].join('\n'),
    )
  const both = (text: string) => text + newer.replace('31476533', '2')

  it('is listed with its day and with what replaces it, which needs no template of its own', () => {
    const file = fileOf(both(outdated('state: superseded', 'on: 2026-11-20', 'replacedBy: kang-2026')))
    const { sources, problems } = load(file)
    expect(problems).toEqual([])
    expect(listOutdatedSources(sources)).toEqual([
      {
        reference: 'Kang et al., Journal of Stomatology 2020; systematic review of nerve injury',
        ...{ state: 'superseded', on: '2026-11-20', note: null },
        replacedBy: 'Kang et al. again, Journal of Stomatology 2020; systematic review of nerve injury',
      },
    ])
    const unused: Problem[] = []
    reportUnusedSources([file], { sources, used: new Set(['kang-2020']) }, unused)
    expect(unused).toEqual([])
  })

  it('needs no successor where it was withdrawn, whichever file it is in', () => {
    const withdrawn = '{ reference: A guideline, note: n, outdated: { state: withdrawn, on: 2026-01-02 } }'
    const problems: Problem[] = []
    const file = { ...general, text: `${general.text}S1: ${withdrawn}\n` }
    const sources = loadSources({ general: file, published: [] }, problems)
    expect(problems).toEqual([])
    expect(listOutdatedSources(sources)).toMatchObject([{ reference: 'A guideline', replacedBy: null }])
  })

  it.each([
    ['superseded by nothing', outdated('state: superseded', 'on: 2026-11-20'), /name the source/],
    ['in an unknown state', outdated('state: old', 'on: 2026-11-20'), /outdated\.state: /],
    ['without a day', outdated('state: withdrawn'), /outdated\.on: /],
    ['before it was published', outdated('state: withdrawn', 'on: 2019-11-20'), /before the year/],
    [
      'by an unknown source',
      outdated('state: withdrawn', 'on: 2026-11-20', 'replacedBy: lee-2026'),
      /:1: "kang-2020" is replaced by "lee-2026", which is no source/,
    ],
    [
      'by itself',
      outdated('state: withdrawn', 'on: 2026-11-20', 'replacedBy: kang-2020'),
      /which is outdated itself/,
    ],
  ])('is refused %s', (_what, text, problem) => {
    expect(load(fileOf(text)).problems).toContainEqual(expect.stringMatching(problem))
  })
})
