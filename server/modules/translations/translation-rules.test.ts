import { describe, expect, it } from 'vitest'
import {
  englishHash,
  isSameRendering,
  buildRenderedSections,
  type Checker,
  type SentSection,
} from './translation-rules.ts'
import type { RenderedSection } from './translation-schema.ts'

const english = [
  { id: 1, title: 'Treatment Description', content: '<p>A splint for {{tooth}}.</p>' },
  { id: 2, title: 'Benefits', content: '<p>Sleep.</p>' },
]
const [first, second] = english as [(typeof english)[0], (typeof english)[0]]
const ana: Checker = { userId: 'ana', name: 'Ana Lima', now: new Date('2026-11-21T09:00:00.000Z') }
const bo: Checker = { userId: 'bo', name: 'Bo Hughes', now: new Date('2026-11-22T10:00:00.000Z') }

const sent = (change: Partial<SentSection> = {}): SentSection => ({
  ...{ sectionId: 1, title: 'Disgrifiad', content: '<p>Sblint.</p>' },
  ...{ status: 'machine', isCompared: false },
  ...change,
})
type BuildOptions = { before?: RenderedSection[]; english?: typeof english; checker?: Checker }
const buildSections = (sections: SentSection[], given: BuildOptions = {}) =>
  buildRenderedSections({ sent: sections, before: [], english, checker: ana, ...given })
/** What one section becomes. */
function buildSection(change: Partial<SentSection>, given: BuildOptions = {}): RenderedSection {
  const builtSections = buildSections([sent(change)], given)
  if ('wrong' in builtSections) throw new Error(builtSections.wrong)
  return builtSections[0]!
}

const machine = buildSection({})
const checked = buildSection({ status: 'checked' })
const changedEnglish = [{ ...first, content: '<p>Another splint.</p>' }, second]
const byAna = { checkedBy: 'ana', checkedByName: 'Ana Lima', checkedAt: ana.now.toISOString() }
const byBo = { checkedBy: 'bo', checkedByName: 'Bo Hughes', checkedAt: bo.now.toISOString() }
const byNobody = { checkedBy: null, checkedByName: null, checkedAt: null }

describe('who vouches for a section', () => {
  const rows: [string, RenderedSection[], Partial<SentSection>, object][] = [
    ['a new one as a machine left it', [], {}, byNobody],
    ['a new one, checked', [], { status: 'checked' }, byBo],
    ['the same, still checked', [checked], { status: 'checked' }, byAna],
    [
      'the same, compared again though the English is the same',
      [checked],
      { status: 'checked', isCompared: true },
      byAna,
    ],
    ['the same, checked for the first time', [machine], { status: 'checked' }, byBo],
    ['the same, checked no longer', [checked], {}, byNobody],
    ['another text, checked', [checked], { status: 'checked', content: '<p>Arall.</p>' }, byBo],
    ['another title, checked', [checked], { status: 'checked', title: 'Arall' }, byBo],
    ['another text, not checked', [checked], { content: '<p>Arall.</p>' }, byNobody],
  ]
  it.each(rows)('%s', (_name, before, change, by) => {
    expect(buildSection(change, { before, checker: bo })).toMatchObject(by)
  })

  it('is whoever compares it anew after the English has changed, and not before', () => {
    const given = { before: [checked], english: changedEnglish, checker: bo }
    expect(buildSection({ status: 'checked' }, given)).toMatchObject(byAna)
    expect(buildSection({ status: 'checked', isCompared: true }, given)).toMatchObject(byBo)
  })
})

describe('which English a section says', () => {
  const [old, now] = [englishHash(first), englishHash(changedEnglish[0]!)]
  const rows: [string, RenderedSection[], Partial<SentSection>, string][] = [
    ['a new one: the English of now', [], {}, now],
    ['the same text: the English it was written from', [machine], {}, old],
    ['the same text, checked: still that English', [machine], { status: 'checked' }, old],
    ['the same text, compared: the English of now', [machine], { isCompared: true }, now],
    ['another text: the English of now', [machine], { content: '<p>Arall.</p>' }, now],
    ['another title: the English of now', [machine], { title: 'Arall' }, now],
  ]
  it.each(rows)('%s', (_name, before, change, hash) => {
    expect(buildSection(change, { before, english: changedEnglish }).englishHash).toBe(hash)
  })

  it('changes with its title as with its text', () => {
    const variants = [first, { ...first, title: 'Other' }, { ...first, content: '<p>Other</p>' }]
    expect(new Set(variants.map(englishHash)).size).toBe(3)
    expect(englishHash({ ...first, id: 9 })).toBe(englishHash(first))
  })
})

describe('what is kept', () => {
  it('stands in the order of the English, and without sections in which nothing is written', () => {
    const both = [sent({ sectionId: 2, title: 'Manteision' }), sent()]
    expect(buildSections(both)).toMatchObject([{ sectionId: 1 }, { sectionId: 2 }])
    const blank = sent({ title: '', content: '<p>\u00A0<br></p>' })
    expect(buildSections([blank, both[0]!])).toMatchObject([{ sectionId: 2 }])
    // A title alone is something.
    expect(buildSections([sent({ content: '' })])).toMatchObject([{ title: 'Disgrifiad', content: '' }])
  })

  it('is cut down to our rich text, before it is compared with what was there', () => {
    const before = [checked]
    const content = '<p onclick="x()">Sblint.</p><script>x()</script>'
    expect(buildSection({ content, status: 'checked' }, { before, checker: bo })).toEqual(checked)
  })

  it('is the same when it is saved again, and another once anything of it is', () => {
    expect(
      isSameRendering([checked], [buildSection({ status: 'checked' }, { before: [checked], checker: bo })]),
    ).toBe(true)
    for (const change of [{}, { status: 'checked', title: 'Arall' }] as Partial<SentSection>[])
      expect(isSameRendering([checked], [buildSection(change, { before: [checked] })])).toBe(false)
  })
})

describe('what makes no translation', () => {
  const rows: [string, SentSection[], object][] = [
    [
      'a section the template has not',
      [sent(), sent({ sectionId: 7 })],
      { wrong: 'section-unknown', details: { sectionIds: [7] } },
    ],
    ['no section', [], { wrong: 'sections-missing' }],
    ['nothing written in any', [sent({ title: '', content: '<p></p>' })], { wrong: 'sections-missing' }],
    [
      'a placeholder nothing fills in',
      [sent({ content: '<p>{{dant}} a {{tooth}}</p>' })],
      { wrong: 'placeholder-unknown', details: { unknown: ['dant'] } },
    ],
    [
      'one in a title',
      [sent({ title: 'Am {{tooth}}' })],
      { wrong: 'placeholder-misplaced', details: { unknown: ['tooth'] } },
    ],
    [
      'one torn apart by formatting',
      [sent({ content: '<p>{{to<strong>oth</strong>}}</p>' })],
      { wrong: 'placeholder-unknown', details: { unknown: ['tooth'] } },
    ],
  ]
  it.each(rows)('%s', (_name, sections, wrong) => {
    expect(buildSections(sections)).toEqual(wrong)
  })
})
