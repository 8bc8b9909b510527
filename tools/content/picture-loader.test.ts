import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { generalKnowledgeSource } from '../../contract/risk-figures.ts'
import { hostileHtml } from '../../tests/hostile-html.ts'
import { type Problem, problemLine } from './content-file.ts'
import { loadContent } from './content-loader.ts'
import { loadPictures } from './picture-loader.ts'

const treatments = {
  builtIn: [{ name: 'Dental Crown', subtypes: ['Gold Crown', 'Old Crown'] }],
  supplementary: [{ name: 'Urgent Care', subtypes: ['Pain Relief'] }],
}
const alt =
  'A back tooth cut through the middle. 1 is the crown, which sits on the tooth like a cap and ends at the gum.'
const entry = `- { id: crown, title: A crown, alt: '${alt}', types: [Dental Crown], except: [Old Crown], subtypes: [Pain Relief] }\n`
const inside = (shapes: string, head = 'viewBox="0 0 40 20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${head}>${shapes}</svg>\n`
const circle = '<circle cx="20" cy="10" r="8" fill="#16242b"/>'

function load({ list = entry, svg = inside(circle) as string | null, name = 'crown' } = {}) {
  const problems: Problem[] = []
  const loaded = loadPictures(
    {
      list: { path: 'content/pictures/pictures.yaml', text: list },
      drawings: svg === null ? [] : [{ path: `content/pictures/${name}.svg`, text: svg }],
    },
    treatments,
    problems,
  )
  return { ...loaded, problems: problems.map(problemLine) }
}

test('a picture comes with its words, and stands in the texts it is true of', () => {
  const { pictures, bySubtype, problems } = load({ svg: inside(`<!-- Drawn by us. -->\n<g>${circle}</g>`) })
  expect(problems).toEqual([])
  expect(pictures).toEqual([
    {
      ...{ id: 'crown', title: 'A crown', alt, section: 'Treatment Description' },
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><g>${circle}</g></svg>`,
    },
  ])
  expect([...bySubtype]).toEqual([
    ['Gold Crown', ['crown']],
    ['Pain Relief', ['crown']],
  ])
})

describe('refused: a list', () => {
  test.each([
    ['with a type that is not there', entry.replace('[Dental Crown]', '[Crowns]'), /type "Crowns" is not in/],
    ['with a subtype that is not there', entry.replace('Pain Relief', 'Pain'), /subtype "Pain" is not in/],
    ['that leaves out what it has not', entry.replace('Old Crown', 'Pain Relief'), /"Pain Relief" of except/],
    ['with one picture twice', entry + entry, /"crown" is there twice/],
    ['with too few words', entry.replace(alt, 'A tooth.'), /alt/],
    ['with a promise', entry.replace('like a cap', 'and is 100% safe'), /promise/],
    ['in American English', entry.replace('like a cap', 'in the center'), /UK English/],
    ['with a long sentence', entry.replace('like a cap', 'and so on '.repeat(10)), /sentence of/],
    ['with an unknown field', entry.replace('title:', 'name: x, title:'), /name/],
    ['with an entry without a drawing', entry + entry.replace('crown,', 'bridge,'), /bridge\.svg is missing/],
  ])('%s', (_what, list, problem) => {
    expect(load({ list }).problems.join('\n')).toMatch(problem)
  })

  test('without an entry for a drawing', () => {
    expect(load({ name: 'bridge' }).problems).toEqual([
      'content/pictures/pictures.yaml: no entry is for bridge.svg',
      'content/pictures/pictures.yaml: crown.svg is missing',
    ])
  })
})

describe('refused: a drawing', () => {
  test.each([
    ['a script', inside('<script>alert(1)</script>')],
    ['an act of its own', inside(circle.replace('r=', 'onload="alert(1)" r='))],
    ['an act on the whole', inside(circle, 'viewBox="0 0 40 20" onload="alert(1)"')],
    ['a style', inside('<style>@import "https://example.org/a.css";</style>')],
    ['a style of one shape', inside(circle.replace('r=', 'style="fill:url(https://example.org/a)" r='))],
    ['a class', inside(circle.replace('r=', 'class="a" r='))],
    ['HTML', inside('<foreignObject><iframe src="https://example.org"/></foreignObject>')],
    ['a picture from elsewhere', inside('<image href="https://example.org/a.png"/>')],
    ['a shape from elsewhere', inside('<use href="https://example.org/a.svg#x"/>')],
    ['a shape by the old name', inside('<use xlink:href="https://example.org/a.svg#x"/>')],
    ['a link', inside('<a href="https://example.org"><circle r="1"/></a>')],
    ['a colour from elsewhere', inside(circle.replace('#16242b', 'url(https://example.org/a.svg#x)'))],
    ['movement', inside('<animate attributeName="href" to="javascript:alert(1)"/>')],
    ['text as an element', inside('<text x="1" y="1">1</text>')],
    ['text between shapes', inside('Tooth')],
    ['a file of types', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${inside('&x;')}`],
    ['an instruction', `<?xml-stylesheet href="https://example.org/a.css"?>${inside(circle)}`],
    ['hidden text', inside('<![CDATA[<script>alert(1)</script>]]>')],
    ['two drawings', inside(circle) + inside(circle)],
    ['a drawing in a drawing', inside(inside(circle))],
    ['no frame', inside(circle, '')],
    ['nothing', '\n'],
    ['another name space', inside(circle).replace('/2000/svg', '/1999/xhtml')],
    ['a number that its words do not tell', inside('<use href="#number-4"/>')],
    ['more than 10 kB', inside(circle.repeat(300))],
  ])('with %s', (_what, svg) => {
    expect(load({ svg }).problems.join('\n')).toContain('content/pictures/crown.svg: ')
  })

  test('whatever is written in it to make a browser act', () => {
    const taken = hostileHtml.map((written) => load({ svg: inside(written) }))
    expect(taken.filter(({ problems }) => problems.length > 0).length).toBeGreaterThan(100)
    // Nothing is left of what is all comment.
    const passed = taken.filter(({ problems }) => problems.length === 0)
    expect(passed.filter(({ pictures }) => pictures[0]!.svg !== inside('').trim())).toEqual([])
  })
})

describe('the shipped set', () => {
  const { content } = loadContent(join(import.meta.dirname, '../..'))

  test('has no drawing that stands in no text', () => {
    const used = new Set(content.templates.flatMap(({ shipped }) => shipped.pictures))
    expect([...used].toSorted()).toEqual(content.pictures.map(({ id }) => id).toSorted())
  })

  test('shows each of the sixty treatments done most often, which are those in other languages', () => {
    const translated = new Set(content.translations.map(({ template }) => template))
    expect(translated.size).toBe(60)
    const withoutDrawing = content.templates
      .filter(({ shipped: { id, pictures } }) => translated.has(id) && pictures.length === 0)
      .map(({ shipped: { id } }) => id)
    expect(withoutDrawing).toEqual([])
  })

  test('figures are those that labels state with a source, and none is of general knowledge', () => {
    const risks = content.templates.flatMap(({ shipped }) => shipped.risks)
    const withFigure = risks.filter(({ figure }) => figure)
    expect(withFigure.length).toBeGreaterThan(40)
    expect(withFigure.filter(({ source }) => source === generalKnowledgeSource)).toEqual([])
    const wisdom = content.templates.find(({ shipped }) => shipped.id === 'surgical-wisdom-tooth-extraction')!
    expect(wisdom.shipped.risks.flatMap(({ figure }) => figure ?? [])).toEqual([
      { from: 1, to: 20, of: 100 },
      { from: 2, to: 20, of: 100 },
      { from: 5, to: 20, of: 1000 },
    ])
  })

  test('general knowledge is called what the contract calls it', () => {
    const sources = readFileSync(join(import.meta.dirname, '../../content/templates/sources.yaml'), 'utf8')
    expect((parse(sources) as Record<string, { reference: string }>).GPK!.reference).toBe(
      generalKnowledgeSource,
    )
  })
})
