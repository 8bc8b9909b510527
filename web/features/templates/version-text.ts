import { describeBasis } from '../../../contract/risk-basis.ts'
import { pictureName } from './library-pictures.ts'
import type { TemplateContent } from './template-operations.ts'

/** One named part of a version as lines of plain text. Parts of two versions with one key belong together. */
export type VersionPart = {
  key: string
  title: string
  text: string
  /** The formatting as well, where there is any: two texts may read alike and look different. */
  html: string
}

const code_point_max = 0x10_ff_ff
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A section's formatted text as it reads: a line for each paragraph, a bullet for each item, links with where they lead. */
export function readableText(html: string): string {
  const text = html
    .replaceAll(/<a\s[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs, '$2 ($1)')
    .replaceAll(/<li[^>]*>\s*(?:<p[^>]*>)?/g, '\n• ')
    .replaceAll(/<br\s*\/?>|<\/(?:p|h[1-6]|li|ul|ol)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, characterOf)
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
  return lines.filter(Boolean).join('\n')
}

function characterOf(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name) return entities[name.toLowerCase()] ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
  return code <= code_point_max ? String.fromCodePoint(code) : whole
}

/** Everything a version says, part by part: what it is called, its sections, then what goes with them. */
export function partsOf(version: TemplateContent): VersionPart[] {
  const { sections, risks, questions, cautions, pictures } = version
  const plain = (key: string, title: string, text: string): VersionPart => ({ key, title, text, html: '' })
  return [
    plain('name', 'Name', version.name),
    plain('description', 'Description', version.description),
    plain('type', 'Treatment Type', version.treatmentType),
    plain('subtype', 'Subtype', version.treatmentSubtype),
    plain('needs', 'Required details', needsText(version)),
    ...sections.map(({ id, title, content, media }) => ({
      key: `section-${id}`,
      title: `Section: ${title}`,
      text: [title, readableText(content), media && `Video: ${media.url}`].filter(Boolean).join('\n'),
      html: content,
    })),
    plain('risks', 'Risk list', risks.map(riskText).join('\n')),
    plain('questions', 'Understanding questions', questions.map(questionText).join('\n\n')),
    plain('cautions', 'For the clinician', cautions.join('\n')),
    plain('pictures', 'Pictures', pictures.map(pictureName).join('\n')),
  ]
}

const needsText = ({ requiresTooth, requiresDiagnosis }: TemplateContent) =>
  [requiresTooth && 'A tooth', requiresDiagnosis && 'A diagnosis'].filter(Boolean).join('\n')

/** What a named publication found is part of what the risk says. */
const riskText = ({ label, band, serious, source, basis }: TemplateContent['risks'][number]) =>
  `${label}: ${[band, serious && 'serious', source, basis?.citation && describeBasis(basis)].filter(Boolean).join(', ')}`

const questionText = ({ question, answers, explanation }: TemplateContent['questions'][number]) =>
  [question, ...answers.map(({ text, right }) => `• ${text}${right ? ' (right)' : ''}`), explanation]
    .filter(Boolean)
    .join('\n')
