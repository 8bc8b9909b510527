import type { Page } from '@playwright/test'
import type { PictureStage } from './picture-stage.ts'

export async function fillBirthDate(page: Page, date: string): Promise<void> {
  const [year, month, day] = date.split('-') as [string, string, string]
  await page.getByLabel('Day').fill(String(Number(day)))
  await page.getByLabel('Month').fill(String(Number(month)))
  await page.getByLabel('Year').fill(year)
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** A patient's phone at the beginning of the form that waits for them. */
export async function openForm({ open, demo: { patientLink } }: PictureStage): Promise<Page> {
  const page = await open('phone')
  await page.goto(patientLink.url)
  await fillBirthDate(page, patientLink.dateOfBirth)
  await press(page, 'Continue')
  return page
}

/** Goes on from there to the first part. */
export async function startReading(page: Page): Promise<Page> {
  await press(page, 'Start reading')
  await press(page, 'Skip this for now')
  return page
}

/** The patient who has a form to read asks the practice something. */
export async function askQuestion(stage: PictureStage, question: string): Promise<void> {
  const page = await openForm(stage)
  await press(page, 'Ask a question')
  await page.getByLabel('Your question', { exact: true }).fill(question)
  await page.getByLabel('I can sign without it').check()
  await press(page, 'Send my question')
  await page.getByText('Your question has been sent').waitFor()
  await page.context().close()
}

export const continueFromPart = async (page: Page, title: string) => {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return page
}

/** Goes on until the part with this title is shown. */
export async function readUpTo(page: Page, title: string): Promise<Page> {
  for (;;) {
    await page.getByRole('heading', { level: 1 }).waitFor()
    const shown = await page.getByRole('heading', { level: 1 }).innerText()
    if (shown === title) return page
    await press(page, /Continue|I have read this/)
    await page.getByRole('heading', { level: 1, name: shown, exact: true }).waitFor({ state: 'detached' })
  }
}

export async function drawSignature(page: Page): Promise<void> {
  const field = page.locator('canvas')
  await field.scrollIntoViewIfNeeded()
  const { x, y, height } = (await field.boundingBox())!
  const middle = y + height / 2
  await page.mouse.move(x + 34, middle + 14)
  await page.mouse.down()
  for (let step = 1; step <= 70; step++)
    await page.mouse.move(
      x + 34 + step * 3.4 + Math.sin(step / 2.4) * 9,
      middle + 12 - step * 0.3 + Math.sin(step / 2.1) * (26 - step * 0.22),
    )
  await page.mouse.up()
}
