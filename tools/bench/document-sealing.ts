/**
 * The record of a consent, drawn and sealed, beside a warm browser printing a page of the same words and pictures, in
 * turns: drawn and sealed at least eight times as fast. What both take of the processors is told beside their time, for
 * a machine that is busy with other things makes both last longer. Then documents one after the other: what the
 * product's process holds at most in the last tenth, beside the tenth after the first; a tenth more at most. The same
 * record drawn twice is the same bytes.
 *
 *   node tools/bench/document-sealing.ts [of each, 40] [documents, 5000]
 */
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import pictures from '../../build/content/pictures.json' with { type: 'json' }
import library from '../../build/content/templates.json' with { type: 'json' }
import {
  documentWorkspace,
  drawConsentDocument,
  textAssets,
  type ConsentDocument,
} from '../../server/modules/documents/document-drawing.ts'
import { shippedFonts } from '../../server/platform/pdf/font-set.ts'
import { sealPdf } from '../../server/platform/pdf/seal.ts'
import { makeSealingCertificate } from '../../server/platform/pdf/sealing-certificate.ts'
import { createTypesetter } from '../../server/platform/pdf/typesetter.ts'
import { findChromium } from '../system-programs.ts'
import { quantile, timed } from './bench-world.ts'
import { cpuMsBelow, ownCpuMs } from './cpu-time.ts'

const of_each = Number(process.argv[2] ?? 40)
const documents = Number(process.argv[3] ?? 5000)
const times_faster_min = 8
const turns_in_a_row = 20
const turns_before = 60
const growth_max = 1.1

const template = library.find(({ name }) => name === 'Molar Root Canal') ?? library[0]!
const at = new Date('2026-06-21T13:05:33Z')
const strokes = [
  { points: Array.from({ length: 60 }, (_none, step) => ({ x: 20 + step * 4, y: 60 + (step % 7) * 9 })) },
]
const drawing = pictures[0]!
const sections = template.sections.map(({ title, html }) => ({ title, html }))
const statements = ['I have read this information.', 'I had the chance to ask.', 'I agree to the treatment.']

/**
 * One more record, of another patient, with the text of the same template, as a practice makes them one after the other;
 * or with every paragraph another one, so that nothing of the one before is still at hand.
 */
const recordOf = (turn: number, isNew = false): ConsentDocument => ({
  consentId: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311',
  title: `Consent to ${template.name}, ${turn}`,
  treatment: template.name,
  diagnosis: 'Irreversible pulpitis',
  clinic: {
    name: 'Harbour Street Dental Practice',
    address: '14 Harbour Street,\nWhitby\nYO21 1DN',
    phone: '01947 496 0014',
  },
  patient: { name: `Eleanor Whitcombe ${turn}`, born: '1961-03-14', nhsNumber: '9434765919' },
  clinician: { name: 'Amara Okafor', role: 'Dentist', gdcNumber: '247891' },
  teeth: [{ fdi: '46', palmer: 'LR6', name: 'lower right first molar' }],
  sections: sections.map(({ title, html }) => ({
    title,
    html: isNew ? html.replaceAll(/<(p|li)>/g, (tag) => `${tag}${turn}: `) : html,
  })),
  pictures: [
    {
      id: 'drawing',
      title: drawing.title,
      alt: drawing.alt,
      svg: drawing.svg,
      sectionTitle: sections[0]!.title,
    },
  ],
  risks: template.risks.map(({ label, figure }) => ({ label, figure })),
  statements,
  declined: [],
  discussions: [],
  questions: [],
  attestations: [],
  reading: null,
  capacity: [],
  signature: { kind: 'drawn', name: 'Eleanor Whitcombe', role: 'Patient', at, strokes },
  events: ['Prepared', 'Sent', 'Opened', 'Signed'].map((what, place) => ({
    what,
    who: 'Amara Okafor',
    at,
    ip: '203.0.113.7',
    hash: String(place).repeat(64),
  })),
  hashes: { content: 'a3f1'.repeat(16), signature: '9b07'.repeat(16), record: 'd17a'.repeat(16) },
  template: { name: template.name, version: '1.0' },
  verification: 'A personal link, opened with the date of birth.',
  drawnAt: at,
})
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const pictureIn = (record: ConsentDocument, name: string) => Buffer.from(textAssets(record)[name]!).toString()

/** What a browser is given to print: the same words, drawings, chart, numbers as pictures, signature and certificate, with nothing to fetch. */
const pageOf = (
  record: ConsentDocument,
) => `<!doctype html><html lang="en-GB"><title>${escaped(record.title)}</title>
  <style>body{font:10pt "Noto Sans",sans-serif}td,th{border:.5pt solid #999;padding:4pt}
  svg{width:8cm}</style>
  <p><b>${record.clinic.name}</b><br>${record.clinic.address}</p><h1>${escaped(record.title)}</h1>
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

const key = await makeSealingCertificate({ commonName: 'Candour', organisation: 'Candour', now: at })
const typesetter = createTypesetter({ workspace: documentWorkspace, fonts: shippedFonts })
const draw = (turn: number, isNew = false) => drawConsentDocument(typesetter, recordOf(turn, isNew))
const sealed = async (turn: number, isNew = false) =>
  sealPdf({
    pdf: await draw(turn, isNew),
    key,
    fieldName: 'patient',
    name: 'Eleanor Whitcombe',
    reason: 'Consent',
    at,
  })

const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
const context = await browser.newContext({ javaScriptEnabled: false })
/** A page for each: what is printed for one patient does not stay open for the next. */
async function print(turn: number): Promise<Uint8Array> {
  const page = await context.newPage()
  await page.setContent(pageOf(recordOf(turn)))
  const pdf = await page.pdf({
    ...{ format: 'A4', tagged: true, outline: true, printBackground: true, displayHeaderFooter: true },
    headerTemplate: '<div style="font-size:8px">Harbour Street Dental Practice</div>',
    footerTemplate: '<div style="font-size:8px"><span class="pageNumber"></span></div>',
  })
  await page.close()
  return pdf
}

const failures: string[] = []
/** Of each its time, and of all what they took of the processors. */
type Costs = { ms: number[]; cpuMs: number }
const noCosts = (): Costs => ({ ms: [], cpuMs: 0 })
const costs = { sealed: noCosts(), afresh: noCosts(), printed: noCosts() }
/** Does the work for each of these turns; the processes are looked at before and after, and not in between. */
async function spend(
  on: Costs,
  turns: readonly number[],
  work: (turn: number) => Promise<unknown>,
  cpuMs: () => number,
) {
  const before = cpuMs()
  for (const turn of turns) on.ms.push((await timed(() => work(turn))).ms)
  on.cpuMs += cpuMs() - before
}
/** This process and the one that draws; the browser's are its own, however many they are. */
const ourCpu = () => ownCpuMs() + cpuMsBelow(process.pid, (command) => command.includes('typesetter-child'))
const browserCpu = () => cpuMsBelow(process.pid, (command) => !command.includes('typesetter-child'))
for (let turn = -turns_before; turn < of_each; turn += turns_in_a_row) {
  const turns = Array.from({ length: turns_in_a_row }, (_none, step) => turn + step)
  // The first ones warm up.
  const on = turn < 0 ? { sealed: noCosts(), afresh: noCosts(), printed: noCosts() } : costs
  await spend(on.sealed, turns, (each) => sealed(each), ourCpu)
  await spend(on.afresh, turns, (each) => sealed(each, true), ourCpu)
  await spend(on.printed, turns, print, browserCpu)
}
await browser.close()
const median = ({ ms }: Costs) => quantile(ms, 0.5)
const meanCpu = ({ ms, cpuMs }: Costs) => cpuMs / ms.length
const faster = {
  time: median(costs.printed) / median(costs.sealed),
  cpu: meanCpu(costs.printed) / meanCpu(costs.sealed),
}
if (faster.time < times_faster_min)
  failures.push(`drawn and sealed only ${faster.time.toFixed(1)} times as fast as printed`)
if (!Buffer.from(await draw(1)).equals(Buffer.from(await draw(1))))
  failures.push('the same record drawn twice is not the same bytes')
const row = (what: string, of: Costs) => ({
  what,
  'median ms': median(of).toFixed(1),
  'p95 ms': quantile(of.ms, 0.95).toFixed(1),
  'mean CPU ms': meanCpu(of).toFixed(1),
})
console.table([
  row('drawn and sealed', costs.sealed),
  row('the same, every paragraph another', costs.afresh),
  row('printed', costs.printed),
  {
    what: 'times as fast',
    'median ms': faster.time.toFixed(1),
    'p95 ms': '',
    'mean CPU ms': faster.cpu.toFixed(1),
  },
])

/** What this process holds, in megabytes. */
const held = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024
const tenth = Math.max(1, Math.floor(documents / 10))
const tenths: number[] = []
for (let turn = 0, most = 0; turn < documents; turn++) {
  await sealed(turn)
  most = Math.max(most, held())
  if ((turn + 1) % tenth !== 0) continue
  tenths.push(Math.round(most))
  most = 0
}
console.log(`megabytes held at most, tenth by tenth of ${documents} documents: ${tenths.join(', ')}`)
if (tenths.length > 2 && tenths.at(-1)! > tenths[1]! * growth_max)
  failures.push(`memory grew from ${tenths[1]} to ${tenths.at(-1)} megabytes`)
await typesetter.stop()
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
