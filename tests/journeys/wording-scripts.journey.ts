import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import {
  confirmEverything,
  drawSignature,
  expect,
  expectAccessible,
  fillBirthDate,
  skipQuestions,
  startReading,
  test,
  type SentConsent,
} from './journey.ts'
import { ask } from './people.ts'

type Wording = {
  language: string
  /** How it is marked on pages, and in the record. */
  marks: { lang: string; dir: 'ltr' | 'rtl' }
  recordTag: string
  name: string
  sections: { title: string; content: string }[]
  /** A sentence as it is found in the record. */
  sentence: string
}

const wordings: Wording[] = [
  {
    ...{ language: 'Urdu', marks: { lang: 'ur', dir: 'rtl' }, recordTag: 'ur' },
    name: 'ڈاڑھ کی روٹ کینال',
    sections: [
      {
        title: 'علاج کی تفصیل',
        content:
          '<p>Warfarin لینے والے مریض ڈاکٹر کو پہلے سے بتائیں۔</p><p>دانت کے اندر نرم حصہ ہوتا ہے جسے پلپ کہتے ہیں۔</p>' +
          '<ul><li>ہم دانت کو <strong>سن</strong> کرتے ہیں۔</li><li>دانت کو صاف کر کے بند کرتے ہیں۔</li></ul>' +
          '<p>Please bring your list of medicines.</p>',
      },
      {
        title: 'خطرات',
        content: '<p>مدد کے لیے 01970 555 014 پر فون کریں۔ سانس لینے میں مشکل ہو تو 999 پر۔</p>',
      },
    ],
    sentence: 'دانت کے اندر نرم حصہ ہوتا ہے جسے پلپ کہتے ہیں',
  },
  {
    ...{ language: 'Chinese', marks: { lang: 'zh-Hans', dir: 'ltr' }, recordTag: 'zh-CN' },
    name: '磨牙根管治疗',
    sections: [
      {
        title: '治疗说明',
        content:
          '<p>X光片显示，牙髓已经感染。根管治疗会清除感染的牙髓，把根管清洗干净、消毒，再用材料严密填充，最后用补牙材料或牙冠把牙齿封好。</p>' +
          '<ul><li>医生先用<strong>局部麻醉</strong>让牙齿麻木。</li></ul><p>Please bring your list of medicines.</p>',
      },
      {
        title: '风险',
        content: '<p>每 100 人中约有 5 至 15 人的治疗不能成功。呼吸困难时，请立即拨打 999。</p>',
      },
    ],
    sentence: '牙髓已经感染',
  },
]

type Made = SentConsent & { templateId: string; name: string }

/** A template of the practice with this wording, and a consent of it that is ready to be read. */
async function sendWording({ request }: Page, { name: begin, sections }: Wording): Promise<Made> {
  const mark = randomUUID().slice(0, 8)
  const [lastName, dateOfBirth, name] = [`Journey-${mark}`, '1975-09-30', `${begin} ${mark}`]
  const template = await ask<{ id: string }>(request, 'clinic/templates', {
    ...{ name, treatmentType: 'Other', description: '' },
    sections: sections.map((section, at) => ({ id: at + 1, ...section })),
    metadata: { requiresTooth: false, requiresDiagnosis: false },
  })
  const patient = await ask<{ id: string }>(request, 'clinic/patients', {
    ...{ firstName: 'Robin', lastName, dateOfBirth, email: '' },
  })
  const [clinician] = (await (await request.get('/api/clinic/clinicians')).json()) as { id: string }[]
  const { id: consentId } = await ask<{ id: string }>(request, 'clinic/consents', {
    ...{ patientId: patient.id, clinicianId: clinician!.id },
    items: [{ templateId: template.id }],
  })
  await ask(request, `clinic/consents/${consentId}/send`, { by: 'link', unaskedAcknowledged: true })
  const { url } = await ask<{ url: string }>(request, `clinic/consents/${consentId}/links`)
  return { consentId, url, dateOfBirth, lastName, templateId: template.id, name }
}

/** It says its language and begins on the side on which that does. */
async function expectMarked(part: Locator, { lang, dir }: Wording['marks']): Promise<void> {
  await expect(part).toHaveAttribute('lang', lang)
  await expect(part).toHaveCSS('direction', dir)
}

for (const wording of wordings) {
  test(`wording in ${wording.language} is read, signed and kept as it is written`, async ({
    page,
    phone,
    signIn,
  }, info) => {
    await signIn(page, 'Jonah')
    const sent = await sendWording(page, wording)
    const [first, second] = wording.sections as [Wording['sections'][0], Wording['sections'][0]]
    const heading = phone.getByRole('heading', { level: 1 })
    const english = { lang: 'en', dir: 'ltr' } as const

    await test.step('Staff see it run as it should', async () => {
      await page.goto(`/clinic/templates/${sent.templateId}`)
      const wordsOf = page.locator('.rich-text').first()
      await expectMarked(wordsOf.locator('p').first(), wording.marks)
      await expectMarked(wordsOf.locator('ul'), wording.marks)
      await expectMarked(wordsOf.getByText('Please bring'), english)
      await expectAccessible(page)
    })

    await test.step('The patient reads it', async () => {
      await phone.goto(sent.url)
      await fillBirthDate(phone, sent.dateOfBirth)
      await phone.getByRole('button', { name: 'Continue' }).click()
      await startReading(phone)
      await expect(heading).toHaveText(first.title)
      await expectMarked(heading, wording.marks)
      const wordsOf = phone.locator('.rich-text')
      await expectMarked(wordsOf.locator('p').first(), wording.marks)
      await expectMarked(wordsOf.locator('li').first(), wording.marks)
      await expectMarked(wordsOf.getByText('Please bring'), english)
      await expectAccessible(phone)
      await phone.getByRole('button', { name: 'Continue' }).click()
      await expect(heading).toHaveText(second.title)
      await expectAccessible(phone)
      await phone.getByRole('button', { name: /Continue|I have read this/ }).click()
      await expectAccessible(phone)
      await skipQuestions(phone)
    })

    await test.step('And signs it', async () => {
      await expect(heading).toHaveText('Before you sign')
      await confirmEverything(phone)
      await phone.getByLabel('Your full name').fill(`Robin ${sent.lastName}`)
      await drawSignature(phone)
      await phone.getByRole('button', { name: 'Sign and send' }).click()
      await expect(heading).toHaveText('Your consent is signed')
      await expect(phone.getByRole('link', { name: /Download your copy/ })).toBeVisible()
    })

    await test.step('And the record holds the words as they were read', async () => {
      const answer = await page.request.get(`/api/clinic/consents/${sent.consentId}/documents/latest`)
      const file = info.outputPath('record.pdf')
      await writeFile(file, await answer.body())
      const text = execFileSync('pdftotext', [file, '-']).toString()
      expect(text.replaceAll(/[\u200E\u200F\u202A-\u202E]/g, '').replaceAll(/\s+/g, ' ')).toContain(
        wording.sentence,
      )
      const objects = execFileSync('qpdf', ['--json=2', file], { maxBuffer: 1e9 }).toString()
      expect(objects).toContain(`"/Lang": "u:${wording.recordTag}"`)
      expect(execFileSync('pdfsig', [file]).toString()).toContain('Signature is Valid')
    })
  })
}
