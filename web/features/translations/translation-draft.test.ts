import { describe, expect, it } from 'vitest'
import type { Translation } from '../../../contract/translations.ts'
import {
  mergeTranslation,
  draftOf,
  isSameDraft,
  saveInputOf,
  withPart,
  type DraftPart,
} from './translation-draft.ts'

const english = [
  { id: 1, title: 'Treatment Description', content: '<p>A splint.</p>' },
  { id: 2, title: 'Benefits', content: '<p>Sleep.</p>' },
]
const part = (sectionId: number, change: Partial<DraftPart> = {}): DraftPart => ({
  ...{ sectionId, title: `Rhan ${sectionId}`, content: '<p>Testun.</p>' },
  ...{ isChecked: false, isCompared: false },
  ...change,
})
const base = [part(1), part(2)]

describe('a draft', () => {
  it('has a part for each section of the English, in its order', () => {
    const sections = [
      { sectionId: 2, title: 'Manteision', content: '<p>Cwsg.</p>', status: 'checked' },
      { sectionId: 9, title: 'Gone', content: '', status: 'machine' },
    ]
    expect(draftOf(english, { sections } as Translation)).toEqual([
      part(1, { title: '', content: '' }),
      part(2, { title: 'Manteision', content: '<p>Cwsg.</p>', isChecked: true }),
    ])
    expect(draftOf(english, null).every(({ title, content }) => title === '' && content === '')).toBe(true)
  })

  it('is sent without the parts in which nothing is written', () => {
    const draft = [
      part(1, { title: ' ', content: '<p></p>' }),
      part(2, { isChecked: true, isCompared: true }),
    ]
    expect(saveInputOf(draft)).toEqual([
      { sectionId: 2, title: 'Rhan 2', content: '<p>Testun.</p>', status: 'checked', isCompared: true },
    ])
  })

  it.each<[string, Partial<DraftPart>]>([
    ['title', { title: 'Arall' }],
    ['text', { content: '<p>Arall.</p>' }],
    ['tick of the checking', { isChecked: true }],
    ['tick of the comparing', { isCompared: true }],
  ])('is another one with another %s', (_name, change) => {
    expect(isSameDraft(base, withPart(base, 1, {}))).toBe(true)
    expect(isSameDraft(base, withPart(base, 1, change))).toBe(false)
  })
})

describe('unsaved writing on top of what another person saved', () => {
  const mine = { content: '<p>Fy nhestun.</p>' }
  const theirs = { content: '<p>Eu testun.</p>' }
  const together = (draft: readonly DraftPart[], saved: readonly DraftPart[], now = english) =>
    mergeTranslation({ english, base, draft }, { english: now, draft: saved })

  it.each<[string, Partial<DraftPart>, Partial<DraftPart>, Partial<DraftPart>, boolean]>([
    ['nobody changed', {}, {}, {}, false],
    ['only they wrote', {}, theirs, theirs, false],
    ['only I wrote', mine, {}, mine, false],
    ['both wrote', mine, theirs, mine, true],
    ['both wrote the same', mine, mine, mine, false],
    ['I ticked what they wrote anew', { isChecked: true }, theirs, theirs, false],
    ['they ticked and I wrote', mine, { isChecked: true }, mine, false],
    ['only they ticked', {}, { isChecked: true }, { isChecked: true }, false],
    [
      'I cleared nothing, and they ticked what I wrote too',
      mine,
      { ...mine, isChecked: true },
      { ...mine, isChecked: true },
      false,
    ],
    [
      'I ticked what they did not change',
      { isChecked: true, isCompared: true },
      {},
      { isChecked: true, isCompared: true },
      false,
    ],
  ])('where %s', (_name, here, there, result, isToldOf) => {
    const answer = together(withPart(base, 1, here), withPart(base, 1, there))
    expect(answer.draft).toEqual([part(1, result), part(2)])
    expect(answer.theirs).toEqual(isToldOf ? [part(1, there)] : [])
    expect(answer.changed).toEqual([])
  })

  it('follows the English: sections that came and went, and what was compared with an older one', () => {
    const now = [
      { ...english[0]!, content: '<p>Another splint.</p>' },
      { id: 3, title: 'New', content: '' },
    ]
    const draft = withPart(withPart(base, 1, { isCompared: true }), 2, mine)
    const saved = [part(1), part(3, { title: '', content: '' })]
    expect(together(draft, saved, now)).toEqual({ draft: saved, theirs: [], changed: [1] })
  })
})
