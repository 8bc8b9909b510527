/**
 * Prints pages for the bench in a browser that is warm and stays open, told the number of each by its parent. A process of
 * its own: what the program that drives a browser takes, and clears away afterwards, is then counted on neither side.
 */
import { chromium } from '@playwright/test'
import { textAssets, type ConsentDocument } from '../../server/modules/documents/document-rendering.ts'
import { findChromium } from '../system-programs.ts'
import { drawing, recordOf, strokes } from './bench-documents.ts'

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const pictureIn = (record: ConsentDocument, name: string) => Buffer.from(textAssets(record)[name]!).toString()

/** What a browser is given to print: the same words, drawings, chart, numbers as pictures, signature and certificate, with nothing to fetch. */
const printablePage = (
  record: ConsentDocument,
) => `<!doctype html><html lang="en-GB"><title>${escapeHtml(record.title)}</title>
  <style>body{font:10pt "Noto Sans",sans-serif}td,th{border:.5pt solid #999;padding:4pt}
  svg{width:8cm}</style>
  <p><b>${record.clinic.name}</b><br>${record.clinic.address}</p><h1>${escapeHtml(record.title)}</h1>
  <p>Patient: <b>${record.patient.name}</b>, born ${record.patient.born}. Clinician: ${record.clinician.name},
  GDC ${record.clinician.gdcNumber}. ${record.diagnosis}</p><div role="img" aria-label="Chart of the teeth">${pictureIn(record, 'teeth.svg')}</div>
  ${record.sections.map(({ title, html }) => `<h2>${title}</h2>${html}`).join('')}
  ${Object.entries(textAssets(record))
    .filter(([name]) => name !== 'teeth.svg')
    .map(
      ([, svg]) => `<figure>${Buffer.from(svg).toString()}<figcaption>${drawing.alt}</figcaption></figure>`,
    )
    .join('')}
  <table>${record.risks.map(({ label, figure }) => `<tr><td>${label}<td>${figure ? `${figure.from} to ${figure.to} of ${figure.of}` : ''}`).join('')}</table>
  <ul>${record.statements.map((statement) => `<li>${statement}</li>`).join('')}</ul>
  <svg viewBox="0 0 300 130"><polyline fill="none" stroke="black" points="${strokes[0]!.points.map(({ x, y }) => `${x},${y}`).join(' ')}"/></svg>
  <div style="break-before:page"></div><h2>Certificate</h2>
  <table><thead><tr><th>Event<th>Who<th>When<th>From<th>Hash</thead>${record.events
    .map(
      ({ what, who, at: when, ip, hash }) =>
        `<tr><td>${what}<td>${who}<td>${when.toISOString()}<td>${ip}<td>${hash}`,
    )
    .join('')}</table>`

const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
const context = await browser.newContext({ javaScriptEnabled: false })

/** A page for each: what is printed for one patient does not stay open for the next. */
async function print(turn: number): Promise<number> {
  const page = await context.newPage()
  await page.setContent(printablePage(recordOf(turn)))
  const pdf = await page.pdf({
    ...{ format: 'A4', tagged: true, outline: true, printBackground: true, displayHeaderFooter: true },
    headerTemplate: '<div style="font-size:8px">Harbour Street Dental Practice</div>',
    footerTemplate: '<div style="font-size:8px"><span class="pageNumber"></span></div>',
  })
  await page.close()
  return pdf.length
}

process.on('disconnect', () => void browser.close().finally(() => process.exit()))
process.on('message', (turn: number) => void print(turn).then((bytes) => process.send!({ bytes })))
process.send!({ browser: `${findChromium() ?? 'Playwright’s own'}, ${browser.version()}` })
