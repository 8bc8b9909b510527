import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedFonts } from '../../platform/pdf/font-set.ts'
import { sealPdf } from '../../platform/pdf/seal.ts'
import { createSealingCertificate } from '../../platform/pdf/sealing-certificate.ts'
import { createTypesetter } from '../../platform/pdf/typesetter.ts'
import { newJpeg } from '../../testing/test-picture.ts'
import { describeConsent, documentWorkspace, renderConsentDocument } from './document-rendering.ts'
import type { ConsentDocument } from './document-rendering.ts'

const folder = mkdtempSync(join(tmpdir(), 'consent-document-'))
const typesetter = createTypesetter({ workspace: documentWorkspace, fonts: shippedFonts })
afterAll(async () => {
  await typesetter.stop()
  rmSync(folder, { recursive: true })
})

const signedAt = new Date('2026-06-21T13:05:33Z')
const strokes = [
  { points: [0, 1, 2, 3, 4].map((step) => ({ x: 20 + step * 30, y: 60 + (step % 2) * 40 })) },
  { points: [{ x: 190, y: 50 }] },
]

const record: ConsentDocument = {
  consentId: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311',
  title: 'Consent to molar root canal treatment',
  treatment: 'Molar root canal treatment',
  diagnosis: 'Irreversible pulpitis',
  clinic: {
    name: 'Bryn Awel Dental Practice',
    address: '14 Heol y Bont,\nAberystwyth\nSY23 1AB',
    phone: '01970 555 014',
  },
  patient: { name: 'Siân Łucja Llewellyn', born: '1987-03-04', nhsNumber: '9434765919' },
  clinician: { name: 'Dr Amara Okafor', role: 'Dentist', gdcNumber: '247891' },
  teeth: [{ fdi: '46', palmer: 'LR6', name: 'lower right first molar' }],
  sections: ['What it is', 'Why', 'Benefits', 'Risks', 'Other choices', 'No treatment'].map((title) => ({
    title,
    html: `<p>About ${title}.</p><h4>More</h4><ul><li>First</li><li>Second</li></ul>`,
  })),
  risks: [
    { label: 'Pain', figure: null },
    {
      ...{ label: 'Tingling that settles', figure: { from: 2, to: 20, of: 100 } },
      ...{ serious: false, basis: { certainty: 'low' } },
    },
    {
      ...{ label: 'Lasting change', figure: { from: 5, to: 20, of: 1000 } },
      ...{ serious: true, basis: { certainty: 'moderate' } },
    },
  ],
  ownFigures: [
    {
      ...{ treatment: 0, title: 'Molar root canal treatment', from: '2023-11-29', until: '2026-10-30' },
      ...{ treated: 1240, followed: 1100, followUpDays: 92 },
      risks: [{ label: 'Lasting change', occurred: 7, known: 1100, range: { from: 3, to: 14, of: 1000 } }],
    },
  ],
  pictures: [
    {
      ...{ id: 'crown', title: 'A crown', sectionTitle: 'What it is' },
      alt: 'A cap over a tooth. 1 is the cap.',
      svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="20" cy="10" r="8"/></svg>',
    },
  ],
  ownPictures: [
    {
      ...{ id: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c3aa', sha256: 'f'.repeat(64), type: 'image/jpeg' },
      ...{ width: 16, height: 8, kind: 'xray', caption: 'Your lower right teeth', takenOn: '2026-03-01' },
      alt: 'Three teeth, the middle one with a dark patch.',
      marks: [
        {
          ...{ shape: 'circle', from: { x: 0.3, y: 0.2 }, to: { x: 0.6, y: 0.7 }, note: 'Decay' },
          tooth: { fdi: '46', palmer: 'LR6', name: 'lower right first molar' },
        },
        { shape: 'arrow', from: { x: 0.9, y: 0.1 }, to: { x: 0.7, y: 0.4 }, tooth: null, note: 'The nerve' },
      ],
      bytes: newJpeg(),
    },
  ],
  statements: ['I have read this information.', 'I agree to the treatment.'],
  declined: ['Porcelain crown'],
  discussions: [
    {
      on: new Date('2026-03-28T10:00:00Z'),
      mode: 'phone',
      byName: 'Dr Amara Okafor',
      note: 'Went through the treatment and what else could be done.',
      whatMatters: 'Plays the trumpet',
      understanding: 'explained-back',
    },
  ],
  matters: {
    told: [
      {
        ...{ prompt: 'work', text: 'Plays the trumpet in a band', at: new Date('2026-11-17T09:00:00Z') },
        answer: {
          ...{ mode: 'phone', text: 'Wait for two weeks.', by: 'Amara Okafor' },
          ...{ on: new Date('2026-11-18T10:00:00Z'), at: new Date('2026-11-18T11:00:00Z') },
        },
      },
      { prompt: 'pain', text: '', at: new Date('2026-11-17T09:00:00Z'), answer: null },
    ],
    isNothing: false,
    options: [
      { title: 'Root canal', isChosen: true, isRecommended: true, leanedAt: null, notSuitable: '' },
      {
        ...{ title: 'Taking it out', isChosen: false, isRecommended: false, notSuitable: '' },
        leanedAt: new Date('2026-11-17T09:05:00Z'),
      },
    ],
    recommendedWhy: 'it keeps the tooth',
    additional: [
      {
        question: 'Photographs may be shown.',
        answer: 'no',
        at: new Date('2026-11-17T09:10:00Z'),
        how: 'screen',
        by: '',
      },
      { question: 'The report may be sent.', answer: null, at: null, how: 'screen', by: '' },
      {
        ...{ question: 'The report may be kept.', answer: 'yes', at: new Date('2026-11-17T09:12:00Z') },
        ...{ how: 'paper', by: 'Priya Nair' },
      },
    ],
  },
  questions: [
    {
      about: 'Risks',
      entries: [
        {
          kind: 'asked',
          text: 'How long will it be sore?',
          by: '',
          mode: null,
          why: null,
          at: new Date('2026-11-18T09:00:00Z'),
        },
        {
          kind: 'answered',
          text: 'Two or three days for most people.',
          by: 'Amara Okafor',
          mode: 'call',
          why: null,
          at: new Date('2026-11-18T11:00:00Z'),
        },
      ],
    },
  ],
  reading: {
    parts: [
      { title: 'What it is', seconds: 280, listenedSeconds: 45, isOpened: true },
      { title: 'Alternatives', seconds: 0, listenedSeconds: 0, isOpened: false },
    ],
    opened: 1,
    seconds: 280,
    visits: [{ firstAt: '2026-03-29T01:00:00Z', lastAt: '2026-03-29T01:10:00Z', order: [1, 2, 1] }],
  },
  capacity: [],
  attestations: [
    {
      role: 'interpreter',
      name: 'Ana Silva',
      capacity: 'Portuguese',
      statement: 'I interpreted all of it.',
      at: new Date('2026-03-28T10:05:00Z'),
    },
  ],
  signature: { kind: 'drawn', name: 'Siân Łucja Llewellyn', role: 'Patient', at: signedAt, strokes },
  events: [
    {
      what: 'Sent',
      who: 'Dr Amara Okafor',
      at: new Date('2026-03-29T00:59:59Z'),
      ip: '203.0.113.7',
      hash: 'c05e'.repeat(16),
    },
    {
      what: 'Signed',
      who: 'Siân Łucja Llewellyn',
      at: signedAt,
      ip: '2001:db8:85a3::8a2e:370:7334',
      hash: 'd17a'.repeat(16),
    },
  ],
  hashes: { content: 'a3f1'.repeat(16), signature: '9b07'.repeat(16), record: 'd17a'.repeat(16) },
  template: { name: 'Molar Root Canal', version: '3' },
  wordingBy: { kind: 'adopted', name: 'Amara Okafor', gdcNumber: '247891', at: '2026-05-31T23:30:00.000Z' },
  verification: 'A personal link, opened with the date of birth.',
  drawnAt: signedAt,
}

function read(tool: string, pdf: Uint8Array, ...options: string[]): string {
  const path = join(folder, 'read.pdf')
  writeFileSync(path, pdf)
  const after = tool === 'pdftotext' ? ['-'] : []
  return execFileSync(tool, [...options, path, ...after], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

const words = (pdf: Uint8Array) => read('pdftotext', pdf).replace(/\s+/g, ' ')

describe('the record', () => {
  let pdf: Uint8Array
  beforeAll(async () => {
    pdf = await renderConsentDocument(typesetter, record)
  })

  test('tells of the conversation, of who stood by and of what was said no to', () => {
    const text = words(pdf)
    expect(text).toContain('Conversation on Sat 28 Mar 2026, 10:00 GMT')
    expect(text).toContain('Led by Dr Amara Okafor, by phone')
    expect(text).toContain('Plays the trumpet')
    expect(text).toContain('1 of 2 parts before signing, for 4 min 40 s in total')
    expect(text).toMatch(/What it is 4 min 40 s.* 45 s/)
    expect(text).toContain('Alternatives Not opened')
    expect(text).toContain('by visit: 1, 2, 1.')
    expect(text).toContain('Interpreter: Ana Silva I interpreted all of it. Portuguese')
    expect(text).toMatch(/Treatments declined .* Porcelain crown/)
  })

  test('tells what matters, the options with the leaning, and what was asked besides', () => {
    const text = words(pdf)
    for (const said of [
      'Work, hobby or instrument Patient’s answer, Tue 17 Nov 2026, 09:00 GMT Plays the trumpet in a band',
      'Discussed by phone by Amara Okafor, Wed 18 Nov 2026, 10:00 GMT Wait for two weeks.',
      'Pain Patient’s answer, Tue 17 Nov 2026, 09:00 GMT Ticked, no comment added',
      'Not answered before signing',
      'Root canal • Chosen • Recommended: it keeps the tooth',
      'Taking it out • Not chosen • Patient’s preference, Tue 17 Nov 2026, 09:05 GMT',
      'Photographs may be shown. No, Tue 17 Nov 2026, 09:10 GMT',
      'The report may be sent. Not answered',
      'The report may be kept. Yes, Tue 17 Nov 2026, 09:12 GMT, on paper, recorded by Priya Nair',
    ])
      expect(text).toContain(said)
  })

  test('tells what came of the treatment at the practice beside what studies say, and what chance leaves open', () => {
    const text = words(pdf)
    for (const said of [
      'What happened to people treated here Molar root canal treatment We count what happens',
      'they stand beside the published ones and do not replace them.',
      'From 29 November 2023 to 30 October 2026 we treated 1,240 people. We know the result of 1,100 of them.',
      'Half of them were last seen or asked 92 days or more after treatment. What happens later is not counted.',
      'About 5 to 20 in every 1,000 people',
      '7 of 1,100 people whose result we know',
      'By chance alone, it could be 3 to 14 in every 1,000 people',
    ])
      expect(text).toContain(said)
  })

  test('reads in order, from the letterhead to the certificate', () => {
    // The middle of each A4 page, without its running header and footer.
    const body = ['-r', '72', '-x', '0', '-y', '62', '-W', '595', '-H', '715']
    const text = read('pdftotext', pdf, ...body).replace(/\s+/g, ' ')
    const expected = [
      'Bryn Awel Dental Practice 14 Heol y Bont, Aberystwyth, SY23 1AB 01970 555 014',
      'Consent to molar root canal treatment',
      'Patient Siân Łucja Llewellyn',
      'Date of birth 4 March 1987',
      'NHS number 943 476 5919',
      'Treatment Molar root canal treatment',
      'Clinician Dr Amara Okafor Dentist, GDC 247891',
      'Diagnosis Irreversible pulpitis',
      'Lower right first molar: FDI 46, Palmer LR6',
      'What it is About What it is. More • First • Second X-ray Your lower right teeth.',
      'A crown What the picture shows: A cap over a tooth.',
      ...record.sections.slice(1).map(({ title }) => `${title} About ${title}. More • First • Second`),
      'I have read this information.',
      'I agree to the treatment.',
      'Signed by Siân Łucja Llewellyn Patient',
      'Signed at Sun 21 Jun 2026, 14:05 BST',
      'Countersignature A registered clinician of the practice countersigns this record',
      'Event history',
      'Record code c05ec05ec05ec05e',
      'Dr Amara Okafor 203.0.113.7 Sun 29 Mar 2026, 00:59:59 GMT',
      'Record code d17ad17ad17ad17a',
      'Siân Łucja Llewellyn 2001:db8:85a3::8a2e:370:7334 Sun 21 Jun 2026, 14:05:33 BST',
      `Consent ${record.consentId}`,
      'Molar Root Canal, version 3',
      'A personal link, opened with the date of birth.',
      'Wording Adopted for the practice by Amara Okafor (GDC 247891) on 1 June 2026',
      record.hashes.content,
      record.hashes.signature,
      record.hashes.record,
      'How to check this record',
      'The Name and Reason of each seal give the person it represents and its purpose.',
    ]
    let from = 0
    for (const passage of expected) {
      const at = text.indexOf(passage, from)
      expect(at, `“${passage}” after “…${text.slice(Math.max(0, from - 40), from)}”`).toBeGreaterThanOrEqual(
        from,
      )
      from = at
    }
  })

  test('is tagged in British English with headings in order, and its pictures are in words', () => {
    const headings = Array.from(read('pdfinfo', pdf, '-struct').matchAll(/^ *H(\d)/gm), ([, level]) =>
      Number(level),
    )
    expect(headings.filter((level) => level === 1)).toEqual([1])
    expect(headings.every((level, index) => level <= (headings[index - 1] ?? 0) + 1)).toBe(true)
    const objects = read('qpdf', pdf, '--json=2')
    expect(objects).toContain('"/Lang": "u:en-GB"')
    expect(objects).toContain('Marked: lower right first molar (FDI 46). No other tooth is marked.')
    expect(objects).toContain('Drawn signature of Siân Łucja Llewellyn, given on Sun 21 Jun 2026, 14:05 BST')
    expect(objects.match(/"\/Alt": "u:Ticked"/g)).toHaveLength(2)
    expect(objects).toContain('"/Alt": "u:A cap over a tooth. 1 is the cap."')
  })

  test.each([
    ['pl', 'Korona', 'Nakładka na zębie. 1 to nakładka.', 'In Polish'],
    ['ur', 'کراؤن', 'دانت پر خول۔ 1 خول ہے۔', 'In Urdu'],
  ] as const)(
    'gives the words of a drawing in %s too, marked as that',
    async (language, title, alt, label) => {
      const beside = { language, title, alt }
      const pictures = record.pictures!.map((picture) => ({ ...picture, beside }))
      const drawn = await renderConsentDocument(typesetter, { ...record, pictures })
      const { qpdf } = JSON.parse(read('qpdf', drawn, '--json=2', '--json-key=qpdf')) as {
        qpdf: [unknown, Record<string, { value?: Record<string, unknown> }>]
      }
      const objects = qpdf[1]
      const languageOf = (element: Record<string, unknown> | undefined): unknown =>
        element && (element['/Lang'] ?? languageOf(objects[`obj:${String(element['/P'])}`]?.value))
      const elements = Object.values(objects).flatMap(({ value }) => (value ? [value] : []))
      const figure = elements.find((element) => element['/S'] === '/Figure' && element['/Alt'] === `u:${alt}`)
      expect(languageOf(figure)).toBe(`u:${language}`)
      const ofLanguage = (tag: string) => elements.filter((element) => element['/Lang'] === `u:${tag}`)
      expect(ofLanguage(language).map((element) => element['/S'])).toContain('/P')
      expect(ofLanguage('en-GB').map((element) => element['/S'])).toContain('/Div')
      const text = words(drawn)
      expect(text).toContain('A crown What the picture shows: A cap over a tooth.')
      expect(text).toContain(`${label} (machine translation, not checked):`)
    },
  )

  test('shows numbers under the risks, all out of as many people, each in words too', () => {
    const objects = read('qpdf', pdf, '--json=2')
    const text = words(pdf)
    for (const [label, figure] of [
      ['Tingling that settles', 'About 20 to 200 in every 1,000 people'],
      ['Lasting change', 'About 5 to 20 in every 1,000 people'],
    ] as const) {
      expect(objects).toContain(`"/Alt": "u:${figure}: ${label}"`)
      expect(text).toContain(`${label} ${figure}`)
    }
    expect(text.indexOf('The numbers as pictures')).toBeGreaterThan(text.indexOf('About Risks.'))
    expect(text.indexOf('The numbers as pictures')).toBeLessThan(text.indexOf('About Other choices.'))
  })

  test('gives what was given in Easy Read behind the full text, with its symbols, and says what it is not', async () => {
    const easyRead = {
      status: 'draft' as const,
      pages: [
        {
          title: 'What can go wrong?',
          lines: [
            { symbol: 'tooth-pain', html: 'Your tooth could <strong>hurt</strong>.' },
            { symbol: 'drawn-no-more', html: 'It could bleed.' },
          ],
        },
      ],
    }
    const [first, ...rest] = record.sections
    const sections = [{ ...first!, easyRead }, ...rest]
    const given = await renderConsentDocument(typesetter, { ...record, sections })
    const text = words(given)
    expect(text).toContain('The same in Easy Read')
    expect(text).toContain('No clinician has reviewed this Easy Read')
    expect(text).toContain('What can go wrong? Your tooth could hurt. It could bleed.')
    expect(text.indexOf('The same in Easy Read')).toBeGreaterThan(text.indexOf('About No treatment'))
    expect(words(pdf)).not.toContain('Easy Read')
  })

  test('says how well the serious risks are studied, and nothing of the others', () => {
    const text = words(pdf)
    expect(text).toMatch(/How well are the serious risks studied\? Well studied \S+ Lasting change/)
    expect(text).not.toContain('Few studies')
  })

  test('shows the patient’s own pictures under the first section, with their marks in words', () => {
    const objects = read('qpdf', pdf, '--json=2')
    expect(objects).toContain(
      '"/Alt": "u:Three teeth, the middle one with a dark patch. Marked: 1, LR6 · 46 · lower right first molar: Decay; 2, The nerve."',
    )
    const text = words(pdf)
    for (const said of ['X-ray', 'Your lower right teeth', 'Taken on 1 March 2026', 'The nerve'])
      expect(text).toContain(said)
    expect(text.indexOf('Your lower right teeth')).toBeGreaterThan(text.indexOf('About What it is.'))
    expect(text.indexOf('Your lower right teeth')).toBeLessThan(text.indexOf('About Why.'))
    // The X-ray itself, as it was kept.
    expect(objects).toMatch(/"\/Subtype": "\/Image",[^{}]*"\/Width": 16\b/)
  })

  test('a picture that is broken keeps no record from being drawn', async () => {
    const [picture] = record.ownPictures!
    // Whole by its markers, with nothing that could be seen between them.
    const whole = newJpeg()
    const broken = Buffer.concat([whole.subarray(0, -60), Buffer.from([0xff, 0xd9])])
    const drawn = await renderConsentDocument(typesetter, {
      ...record,
      ownPictures: [{ ...picture!, bytes: broken }],
    })
    expect(words(drawn)).toContain('Your lower right teeth')
  })

  test('is the same bytes when drawn again', async () => {
    expect(Buffer.compare(await renderConsentDocument(typesetter, record), pdf)).toBe(0)
  })

  test('holds both seals, valid, after it is countersigned', async () => {
    const key = await createSealingCertificate({
      commonName: 'Candour',
      organisation: 'Candour',
      now: signedAt,
    })
    const signed = await sealPdf({
      pdf,
      key,
      fieldName: 'patient',
      name: record.patient.name,
      reason: 'Signed',
      at: signedAt,
    })
    const final = await sealPdf({
      pdf: signed,
      key,
      fieldName: 'clinician',
      name: record.clinician.name,
      reason: 'Countersigned',
      at: signedAt,
    })
    writeFileSync(join(folder, 'final.pdf'), final)
    const report = spawnSync('pdfsig', ['-nocert', join(folder, 'final.pdf')], { encoding: 'utf8' }).stdout
    expect(report.match(/Signature is Valid/g)).toHaveLength(2)
    expect(words(final)).toBe(words(pdf))
  })
})

describe('other people, other records', () => {
  test('a typed name, no tooth, no number, no diagnosis, no statements', async () => {
    const { nhsNumber: _, ...patient } = record.patient
    const pdf = await renderConsentDocument(typesetter, {
      ...record,
      patient,
      diagnosis: '',
      teeth: [],
      statements: [],
      signature: {
        kind: 'typed',
        typed: 'S. Llewellyn',
        name: 'Siân Llewellyn',
        role: 'Patient',
        at: signedAt,
      },
    })
    const text = words(pdf)
    expect(text).toContain('S. Llewellyn Signed by Siân Llewellyn')
    expect(text).not.toMatch(/NHS number|Diagnosis|The tooth|Statements confirmed|none/)
  })

  test.each([
    ['Arabic', 'فاطمة بنت عبد الرحمن'],
    ['Polish', 'Żaneta Brzęczyszczykiewicz-Świętosławska'],
    ['very long', 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(4)],
    ['hostile', '#panic("x") $a$ *b* <script>alert(1)</script> \\ [c] {d}'],
  ])('a name that is %s', async (_, name) => {
    const pdf = await renderConsentDocument(typesetter, {
      ...record,
      patient: { ...record.patient, name },
      clinic: { ...record.clinic, name },
      clinician: { ...record.clinician, name },
      diagnosis: name,
      treatment: name,
      signature: { kind: 'typed', typed: name, name, role: name, at: signedAt },
      statements: [name],
      sections: [{ title: name, html: `<p>${name.replaceAll('<', '&lt;')}</p>` }],
      events: [{ what: name, who: name, at: signedAt, ip: 'unknown', hash: 'd17a'.repeat(16) }],
    })
    // Nothing may leave the page: every word's box lies within its width (A4 is 595 points wide).
    const boxes = Array.from(read('pdftotext', pdf, '-bbox').matchAll(/xMin="([-\d.]+)".*xMax="([-\d.]+)"/g))
    expect(boxes.length).toBeGreaterThan(50)
    expect(boxes.every(([, left, right]) => Number(left) > 40 && Number(right) < 555)).toBe(true)
    if (/^[\x20-\x7e]*$/.test(name))
      expect(words(pdf).replace(/[\s\u200B]/g, '')).toContain(name.replace(/\s/g, ''))
  })

  test('a practice with a logo, in words too', async () => {
    const logo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const pdf = await renderConsentDocument(typesetter, { ...record, clinic: { ...record.clinic, logo } })
    expect(read('qpdf', pdf, '--json=2')).toContain('"/Alt": "u:Logo of Bryn Awel Dental Practice"')
    expect(words(pdf)).toContain('Bryn Awel Dental Practice 14 Heol y Bont')
  })

  test('a long text goes on over many pages', async () => {
    const html = `<p>${'Long text about care. '.repeat(80)}</p>`.repeat(40)
    const pdf = await renderConsentDocument(typesetter, { ...record, sections: [{ title: 'Long', html }] })
    expect(Number(read('pdfinfo', pdf).match(/Pages:\s+(\d+)/)?.[1])).toBeGreaterThan(10)
    expect(words(pdf)).toContain('Page 12 of')
  })
})

describe('what the record says', () => {
  test('tells of every paragraph in which language it is set, whatever its first letter is', () => {
    const sections = [
      { title: 'علاج', html: '<p dir="rtl">Warfarin لینے والے مریض ڈاکٹر کو بتائیں۔</p><p>Mair Evans</p>' },
      { title: 'b', html: '<p>1. &nbsp;Fatima فاطمة signed</p><ul><li>根管治疗</li></ul>' },
    ]
    const described = describeConsent({ ...record, sections }).sections
    expect(
      described.map(({ writing, blocks }) => [writing, ...blocks.map((block) => block.writing)]),
    ).toEqual([
      ['ur', 'ur', 'en'],
      ['en', 'en', 'zh-Hans'],
    ])
  })

  test('refuses a drawn signature without ink', () => {
    const signature = { ...record.signature, kind: 'drawn' as const, strokes: [] }
    expect(() => renderConsentDocument(typesetter, { ...record, signature })).toThrow('no strokes')
  })
})

test.each([
  [
    { kind: 'adopted', gdcNumber: '204417' },
    'Adopted for the practice by Tom Hughes (GDC 204417) on 2 March 2026',
  ],
  [
    { kind: 'confirmed', gdcNumber: '248163' },
    'Read and confirmed for this patient by Tom Hughes (GDC 248163) on 2 March 2026; not adopted by the practice',
  ],
  [
    { kind: 'confirmed', gdcNumber: null },
    'Read and confirmed for this patient by Tom Hughes on 2 March 2026; not adopted by the practice',
  ],
  [{ kind: 'own', gdcNumber: null }, 'The practice’s own template'],
] as const)('who stands behind the wording: %o', (by, expected) => {
  const wordingBy = { ...by, name: 'Tom Hughes', at: '2026-03-02T09:00:00.000Z' }
  expect(describeConsent({ ...record, wordingBy }).wording).toBe(expected)
})

test('a record frozen before that was asked says nothing of it, and is drawn', async () => {
  const { wordingBy: _wordingBy, ...earlier } = record
  expect(describeConsent(earlier).wording).toBeNull()
  expect(words(await renderConsentDocument(typesetter, earlier))).not.toContain('Adopted for the practice')
})
