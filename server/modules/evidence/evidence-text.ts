import type { FrozenContent } from '../../../contract/consents.ts'
import { escapeHtml } from '../../platform/escape-html.ts'

const style =
  'body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d2733}' +
  'h1{line-height:1.25}h2{margin-top:2.5rem}table{border-collapse:collapse}td,th{border:1px solid #aab4be;padding:.3rem .5rem;text-align:left}' +
  'dt{font-weight:600}dd{margin:0 0 .5rem}svg{max-width:100%;height:auto}'

const row = (label: string, value: string): string =>
  value ? `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>` : ''

/**
 * The frozen text as a page that opens without us: every part with the very HTML that was signed, which the templates'
 * editor cleaned; nothing in it can load or run.
 */
export function renderTextPage(content: FrozenContent, contentHash: string): string {
  const { title, patient, clinician, clinic, sections, statements, language } = content
  const parts = sections.map(
    (section, place) =>
      `<section><h2>${place + 1}. ${escapeHtml(section.title)}</h2>\n${section.content}\n</section>`,
  )
  const facts = [
    row('Practice', clinic.name),
    row('Patient', patient.name),
    row('Clinician', clinician.name),
    row('SHA-256 of the text', contentHash),
  ]
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(language ?? 'en')}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body>`,
    `<h1>${escapeHtml(title)}</h1><dl>${facts.join('')}</dl>`,
    ...parts,
    `<h2>Statements</h2><ul>${statements.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul>`,
    '</body></html>\n',
  ].join('\n')
}
