import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { findActiveContent } from '../../server/testing/active-content.ts'
import type { TestCaller } from '../../server/testing/test-caller.ts'
import { addVideo } from '../../server/testing/test-upload.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'

// Wording that somebody means to harm with: written in a practice, or brought in as a file or a translation from
// elsewhere. Whatever door it comes in by, what is kept and sent to patients is plain wording.

let testApp: TestApp
let manager: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  manager = testApp.clinicA.as('owner')
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const [override, isolate, pop] = ['\u202E', '\u2066', '\u202C']
/** Each with words of its own by which it is found again, and what must not come with them. */
const attacks: Record<string, string> = {
  'a script': '<p>word-one<script>alert(1)</script></p>',
  'a drawing with a script':
    '<p>word-two<svg onload="alert(1)"><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg></p>',
  'a form': '<p>word-three</p><form action="https://evil.example"><input name="password"></form>',
  'a style':
    '<p style="position:fixed;inset:0;background:url(https://evil.example/a)">word-four</p><style>p{display:none}</style>',
  'a picture of elsewhere': '<p>word-five<img src="https://evil.example/pixel.png"></p>',
  'a page in the page': '<p>word-six<iframe srcdoc="<script>alert(1)</script>"></iframe></p>',
  'words turned round': `<p>word-seven is ${override}efas${pop} and ${isolate}hidden</p>`,
  'a link with letters that look alike': '<p>word-eight <a href="https://www.nh\u0455.uk">NHS</a></p>',
  'a link that names another site': '<p>word-nine <a href="https://evil.example/">https://www.nhs.uk</a></p>',
  'a link with a site before the site': '<p>word-ten <a href="https://www.nhs.uk@evil.example/">NHS</a></p>',
  'a link that runs': '<p>word-eleven <a href="jav&#x09;ascript:alert(1)">here</a></p>',
  'markup of the PDF':
    '<p>word-twelve #read("/etc/passwd") #import "@preview/a:1.0.0" $ x $ \\u{202e} @label</p>',
  'a meta that leads on':
    '<p>word-thirteen<meta http-equiv="refresh" content="0;url=https://evil.example"></p>',
}
const wording = Object.values(attacks).join('')
const words = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
]

/** What must stand in no wording that is kept. */
const forbidden =
  /<(?!\/?(?:p|ul|ol|li|strong|em|u|h3|h4|br|a)\b)|evil\.example|[\u202A-\u202E\u2066-\u2069]|xn--|nh\u0455\.uk"|javascript:/i

function expectPlain(kept: string, door: string) {
  for (const word of words) expect(kept, door).toContain(`word-${word}`)
  expect(findActiveContent(kept), door).toEqual([])
  expect(forbidden.exec(kept)?.[0], door).toBeUndefined()
}

const section = { id: 1, title: 'Treatment Description', content: wording }
const importFile = (name: string, text: string) =>
  manager.callOk(contract.templateFiles.import, {
    files: [{ name, text }],
    existing: 'keep',
    isTrial: false,
  })

async function wordingOf(caller: TestCaller, templateId: string): Promise<string> {
  const { sections } = await caller.callOk(contract.templates.get, { templateId })
  return sections.map(({ content }) => content).join('')
}

const example = contract.templates.create['~orpc'].meta.example as Record<string, unknown>

describe('hostile wording', () => {
  it('comes in by the editor as plain wording', async () => {
    const made = await manager.call(contract.templates.create, { ...example, sections: [section] } as never)
    expect(made.error).toBeNull()
    expectPlain(await wordingOf(manager, made.body.id), 'the editor')
  })

  it('comes in by a file as plain wording', async () => {
    const { templateId: source } = testApp.clinicA
    const made = await manager.callOk(contract.templates.duplicate, { templateId: source })
    const { raw } = await manager.get(`/api/clinic/template-files/json?templateIds=${made.id}`)
    const exported = JSON.parse(raw.toString()) as { templates: Record<string, unknown>[] }
    const [first] = exported.templates[0]!['sections'] as Record<string, unknown>[]
    const sections = [{ ...first, content: wording }]
    const hostile = { ...exported.templates[0], name: 'From a file', sections, translations: [] }
    const { rows } = await importFile('a.json', JSON.stringify({ ...exported, templates: [hostile] }))
    expect(rows[0], rows[0]!.remarks.join(' ')).toMatchObject({ outcome: 'created' })
    expectPlain(await wordingOf(manager, rows[0]!.templateId!), 'a file')
  })

  it('is refused in a Markdown file, whose links lead where their words say', async () => {
    const markdown = (name: string, text: string) =>
      `---\nname: ${name}\ntreatmentType: Other\n---\n\n## Treatment Description\n\n${text}\n`
    const refused = await importFile('a.md', markdown('Hostile', wording))
    expect(refused.rows[0]!.outcome).toBe('refused')
    const links = [
      'Kept [NHS](https://www.nhs.uk/crowns)',
      '[one](https://www.nhs.uk@evil.example/) [www.nhs.uk](https://evil.example/)',
      '[two](https://www.nh\u0455.uk) [three](javascript:alert) [four](//evil.example)',
    ]
    const { rows } = await importFile('b.md', markdown('Links', links.join('\n\n')))
    const kept = rows[0]!.templateId ? await wordingOf(manager, rows[0]!.templateId) : ''
    expect(kept).not.toMatch(/evil\.example|nh\u0455|xn--|javascript:/)
  })

  it('comes in by a translation as plain wording', async () => {
    const source = await manager.callOk(contract.templates.duplicate, {
      templateId: testApp.clinicA.templateId,
    })
    const said = {
      title: `Leczenie ${override}`,
      content: wording,
      status: 'machine',
      isCompared: false,
    } as const
    const saved = await manager.call(contract.translations.save, {
      ...{ templateId: source.id, language: 'pl', format: 'standard', translationId: null },
      sections: [{ sectionId: 1, ...said }],
    })
    if (saved.error) throw new Error(JSON.stringify(saved.error))
    const [kept] = saved.body.sections
    expectPlain(kept!.content, 'a translation')
    expect(kept!.title).toBe('Leczenie')
  })
})

describe('captions of a video', () => {
  it('are given out as captions and nothing else, whatever stands in them', async () => {
    const { id: videoId } = await addVideo(manager, 'clinic')
    const text = [
      ...['WEBVTT', '', 'NOTE <script>alert(1)</script>', '', '00:00.000 --> 00:02.000'],
      ...[`<script>alert(1)</script><img src=x onerror=alert(1)>${override}safe`, ''],
    ].join('\n')
    await manager.callOk(contract.videos.saveCaptions, { videoId, text })
    const { captions } = await manager.callOk(contract.videos.addresses, { videoId })
    const { pathname, search } = new URL(captions!, 'http://localhost')
    const { status, headers, raw } = await manager.get(pathname + search)
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(headers['content-type']).toMatch(/^text\/vtt\b/)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(raw.toString()).not.toContain(override)
  })

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page behind the first word', 'WEBVTT<script>alert(1)</script>\n\n00:00.000 --> 00:02.000\na\n'],
    ['a script in the settings', 'WEBVTT\n\n00:00.000 --> 00:02.000 onload:alert(1)\na\n'],
    [
      'another file in a setting',
      'WEBVTT\n\n00:00.000 --> 00:02.000 position:url(https://evil.example)\na\n',
    ],
  ])('are refused where they are none: %s', async (_what, text) => {
    const { id: videoId } = await addVideo(manager, 'clinic')
    const refused = await manager.call(contract.videos.saveCaptions, { videoId, text })
    expect(refused.reason).toBe('captions-wrong')
  })
})
