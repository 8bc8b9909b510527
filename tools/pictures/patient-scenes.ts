import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import {
  drawSignature,
  fillBirthDate,
  openForm,
  press,
  readUpTo,
  continueFromPart,
  startReading,
} from './patient-steps.ts'
import type { PictureScene } from './picture-scene.ts'
import type { PictureStage } from './picture-stage.ts'

type Rows = { rows: { id: string }[] }

/** A sealed record of the demo, as the practice downloads it. */
async function sealedRecord({ open, read, address }: PictureStage): Promise<Buffer> {
  const clinic = await open('desk', 'Amara')
  const { rows } = await read<Rows>(clinic, 'clinic/consents?search=Adeyemi&pageSize=5')
  await clinic.goto(`${address}/clinic/consents/${rows[0]!.id}?section=all`)
  const link = await clinic
    .getByRole('link', { name: /^Download/ })
    .first()
    .getAttribute('href')
  const answer = await clinic.request.get(new URL(link!, address).href)
  return answer.body()
}

/** The first page of a sealed record, as a reader of PDF shows it. */
async function firstPage(stage: PictureStage): Promise<Page> {
  const pdf = await sealedRecord(stage)
  const folder = mkdtempSync(path.join(tmpdir(), 'candour-picture-'))
  try {
    writeFileSync(path.join(folder, 'record.pdf'), pdf)
    execFileSync(
      'pdftoppm',
      ['-png', '-r', '220', '-f', '1', '-l', '1', '-singlefile', 'record.pdf', 'record'],
      {
        cwd: folder,
      },
    )
    const image = readFileSync(path.join(folder, 'record.png')).toString('base64')
    const page = await stage.open('sheet')
    await page.setContent(
      `<body style="margin:0"><img alt="" style="display:block;width:100%" src="data:image/png;base64,${image}">`,
    )
    return page
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What patients see, on their phones and on the practice's tablet, and what they keep. */
export const patientScenes: PictureScene[] = [
  {
    name: 'patient-reading',
    device: 'phone',
    async show(stage) {
      const page = await readUpTo(await startReading(await openForm(stage)), 'Treatment Description')
      await page.evaluate('scrollTo(0, 0)')
      return { page }
    },
  },
  {
    name: 'patient-understanding',
    device: 'phone',
    async show(stage) {
      const page = await readUpTo(await startReading(await openForm(stage)), 'No Treatment')
      await press(page, /Continue|I have read this/)
      await page.getByRole('button', { name: 'Check my answer' }).waitFor()
      await page.getByRole('radio', { name: 'The soft tissue inside the tooth' }).check()
      await page.evaluate('scrollTo(0, 0)')
      return { page }
    },
  },
  {
    name: 'patient-signing',
    device: 'phone',
    async show(stage) {
      const page = await readUpTo(await startReading(await openForm(stage)), 'No Treatment')
      await press(page, /Continue|I have read this/)
      await press(page, 'Go on without these questions')
      await continueFromPart(page, 'Before you sign')
      for (const box of await page.getByRole('checkbox').all()) await box.check()
      await press(page, 'Continue')
      await continueFromPart(page, 'Sign your consent')
      await page.getByLabel('Your full name').fill('Eleanor Whitcombe')
      await drawSignature(page)
      return { page }
    },
  },
  {
    name: 'kiosk',
    device: 'tablet',
    async show(stage) {
      const page = await stage.open('tablet', 'Priya')
      const { rows } = await stage.read<Rows>(page, 'clinic/patients?search=Rahman')
      await page.goto(`${stage.address}/clinic/patients/${rows[0]!.id}`)
      await press(page, /^Hand over/)
      await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
      await page.waitForURL(/\/kiosk\//)
      await fillBirthDate(page, '1988-09-02')
      await press(page, 'Continue')
      await page.getByText('Forms to read').waitFor()
      return { page }
    },
  },
  { name: 'signed-record', device: 'sheet', show: async (stage) => ({ page: await firstPage(stage) }) },
  {
    name: 'verify',
    device: 'desk',
    async show(stage) {
      const buffer = await sealedRecord(stage)
      const page = await stage.open('desk')
      await page.goto(`${stage.address}/verify`)
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'consent-record.pdf', mimeType: 'application/pdf', buffer })
      await page.getByRole('heading', { level: 2 }).first().waitFor()
      return { page }
    },
  },
]
