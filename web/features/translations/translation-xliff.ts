import type { TranslatedSection } from './translation-operations.ts'
import type { EnglishSection } from './translation-draft.ts'

/** The tags around blocks of our rich text: what stands between two of them is one segment. */
const blockTags = /<\/?(?:p|h3|h4|ul|ol|li)>|<br ?\/?>/
const inlineTags = /<(\/?)(strong|em|u|a)\b[^>]*>|\{\{(\w+)\}\}/g

/** How XLIFF 2.1 names a kind of text (section 4.3.1.24, `subType`); a link is of a kind of our own. */
const kinds: Record<string, string> = { strong: 'xlf:b', em: 'xlf:i', u: 'xlf:u' }

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The segments of rich text, each with its inline tags; entities of HTML that XML does not know are written out. */
const segmentsOf = (html: string): string[] =>
  html
    .replaceAll('&nbsp;', '\u00A0')
    .split(blockTags)
    .map((segment) => segment.trim())
    .filter(Boolean)

/** Bold, slanting and linked words are spans, gaps of the template are placeholders, each with an id of its own. */
function inlineXml(segment: string): string {
  let count = 0
  return segment.replaceAll(inlineTags, (_tag, slash: string, name: string | undefined, gap: string) => {
    if (name && slash) return '</pc>'
    const id = ++count
    if (!name) return `<ph id="${id}" disp="${gap}" equiv="{{${gap}}}"/>`
    return name === 'a'
      ? `<pc id="${id}" type="link">`
      : `<pc id="${id}" type="fmt" subType="${kinds[name]}">`
  })
}

type XliffInput = {
  templateName: string
  /** BCP 47. */
  language: string
  english: readonly EnglishSection[]
  translated: readonly TranslatedSection[]
}

/**
 * A translation beside its English as XLIFF 2.1 (OASIS, 2018), which programs of translators read: one file for each
 * section, one unit for its title and for each paragraph or point of a list. A section whose parts do not agree in number
 * is one unit. `reviewed` stands for what a person has checked, and nothing for what is not translated.
 */
export function xliffOf({ templateName, language, english, translated }: XliffInput): string {
  const files = english.map((section) =>
    fileXml(
      templateName,
      section,
      translated.find(({ sectionId }) => sectionId === section.id),
    ),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en-GB" trgLang="${language}">`,
    ...files,
    '</xliff>\n',
  ].join('\n')
}

function fileXml(original: string, section: EnglishSection, own: TranslatedSection | undefined): string {
  const [source, target] = [segmentsOf(section.content), own ? segmentsOf(own.content) : []]
  const isPaired = !own || source.length === target.length
  const pairs = isPaired
    ? source.map((text, at) => [text, target[at]] as const)
    : [[source.join(' '), target.join(' ')] as const]
  const state = own?.status === 'checked' ? 'reviewed' : 'translated'
  const units = [[escapeXml(section.title), own && escapeXml(own.title)] as const, ...pairs].map(
    ([from, to], at) => unitXml(`${section.id}-${at}`, [inlineXml(from), to && inlineXml(to)], state),
  )
  const head = `  <file id="section-${section.id}" original="${escapeXml(original)}">`
  return [head, ...units, '  </file>'].join('\n')
}

function unitXml(id: string, [source, target]: readonly [string, string | undefined], state: string): string {
  return [
    `    <unit id="${id}">`,
    `      <segment state="${target ? state : 'initial'}">`,
    `        <source>${source}</source>`,
    ...(target ? [`        <target>${target}</target>`] : []),
    '      </segment>',
    '    </unit>',
  ].join('\n')
}
