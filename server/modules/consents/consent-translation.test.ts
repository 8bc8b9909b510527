import { describe, expect, it } from 'vitest'
import { englishHash } from '../translations/index.ts'
import { renderTranslation, selectRendering, type Rendering } from './consent-translation.ts'

const row = (language: string, format: 'standard' | 'easy-read' | 'large-print') => ({ language, format })

describe('what is shown beside the English', () => {
  it.each([
    ['Polish', row('pl', 'standard'), [row('cy', 'standard'), row('pl', 'standard')], row('pl', 'standard')],
    [
      'Polish that is easy',
      row('pl', 'easy-read'),
      [row('pl', 'standard'), row('pl', 'easy-read')],
      row('pl', 'easy-read'),
    ],
    [
      'Polish where none is easy',
      row('pl', 'easy-read'),
      [row('en', 'easy-read'), row('pl', 'standard')],
      row('pl', 'standard'),
    ],
    [
      'easy English',
      row('en', 'easy-read'),
      [row('pl', 'easy-read'), row('en', 'easy-read')],
      row('en', 'easy-read'),
    ],
    [
      'easy English where there is no Polish',
      row('pl', 'easy-read'),
      [row('en', 'easy-read')],
      row('en', 'easy-read'),
    ],
    ['nothing where nobody has written it', row('ur', 'standard'), [row('pl', 'standard')], undefined],
  ])('%s', (_what, wanted, there, shown) => expect(selectRendering(wanted, there)).toEqual(shown))

  const section = { id: 3, title: 'Risks', content: '<p>It may hurt for {{days}}.</p>', media: null }
  const rendering = (of: typeof section): Rendering => ({
    language: 'pl',
    format: 'standard',
    sections: [
      {
        ...{ sectionId: 3, title: 'Ryzyko', content: '<p>Może boleć {{days}}.</p>', status: 'machine' },
        ...{ checkedBy: null, checkedByName: null, checkedAt: null, englishHash: englishHash(of) },
      },
    ],
  })
  const fill = (html: string) => html.replace('{{days}}', '2 dni')

  it('is filled in as the English is, and says who vouches for it', () => {
    expect(renderTranslation(section, rendering(section), fill)).toEqual({
      beside: {
        ...{ language: 'pl', format: 'standard', status: 'machine' },
        ...{ title: 'Ryzyko', content: '<p>Może boleć 2 dni.</p>' },
      },
    })
  })

  it('is nothing where the English has changed since, and for a part that has none', () => {
    expect(renderTranslation(section, rendering({ ...section, title: 'Dangers' }), fill)).toEqual({})
    expect(renderTranslation({ ...section, id: 4 }, rendering(section), fill)).toEqual({})
    expect(renderTranslation(section, undefined, fill)).toEqual({})
  })
})
