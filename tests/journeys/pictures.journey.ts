import { crc32, deflateSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import {
  draftConsent,
  expect,
  expectAccessible,
  expectDialogAccessible,
  fillBirthDate,
  openRow,
  openSection,
  sendUnasked,
  startReading,
  test,
} from './journey.ts'

const birthDate = '1975-09-30'

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(content.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}

/** A grey PNG of three pale crowns on a dark ground, as wide as an X-ray program writes them. */
function pictureFile(width = 2400, height = 1500): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [across, down] = [((x % (width / 3)) / width) * 3 - 0.5, y / height - 0.45]
      const isTooth = (across / 0.42) ** 2 + (down / 0.38) ** 2 < 1
      rows[y * (width + 1) + x + 1] = isTooth ? 200 - Math.round(80 * Math.hypot(across, down)) : 30
    }
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a dentist marks a tooth on an X-ray, is asked about the side, and the patient sees it', async ({
  page,
  phone,
  signIn,
}) => {
  await signIn(page, 'Tom')
  const draftId = await draftConsent(page)
  const editor = page.getByRole('dialog', { name: 'Add a picture' })
  const panel = page.locator('details').filter({ hasText: 'X-rays and photos' })

  await test.step('a file that is no picture is refused, a picture opens', async () => {
    await page.goto(`/clinic/consents/new?draft=${draftId}`)
    await openRow(page, 'X-rays and photos')
    const field = panel.getByLabel('Picture')
    const notes = { name: 'x-ray.png', mimeType: 'image/png', buffer: Buffer.from('Not a picture') }
    await field.setInputFiles(notes)
    await expect(panel.getByText('could not be read as a picture')).toBeVisible()
    await field.setInputFiles({ name: 'x-ray.png', mimeType: 'image/png', buffer: pictureFile() })
    await expect(editor).toBeVisible()
    await expectDialogAccessible(page)
    await button(page, 'Save picture').click()
    await expect(editor.getByRole('alert')).toContainText('Describe what the picture shows')
    await editor.getByLabel('Caption').fill('Your lower left teeth')
    await editor.getByLabel('What it shows').fill('Three teeth. The middle one has a dark patch.')
  })

  await test.step('marks by keyboard and by pointer, each of which can be undone', async () => {
    await button(page, 'Add in the middle').click()
    const mark = editor.getByRole('button', { name: /^Mark 1: Circle/ })
    await expect(mark).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await editor.getByRole('radio', { name: 'Arrow' }).check()
    const field = (await editor.getByRole('group', { name: 'Marks on the picture' }).boundingBox())!
    await page.mouse.move(field.x + field.width * 0.9, field.y + field.height * 0.9)
    await page.mouse.down()
    await page.mouse.move(field.x + field.width * 0.7, field.y + field.height * 0.7, { steps: 4 })
    await page.mouse.up()
    const arrow = editor.getByRole('button', { name: /^Mark 2: Arrow/ })
    await expect(arrow).toBeVisible()
    await button(page, 'Undo').click()
    await expect(arrow).toHaveCount(0)
    await mark.focus()
    await page.keyboard.press('Delete')
    await expect(mark).toHaveCount(0)
    await button(page, 'Undo').click()
    await expect(mark).toBeVisible()
  })

  await test.step('the wrong side is asked about', async () => {
    const first = editor.getByRole('group', { name: 'Mark 1' })
    await first.getByLabel(/^Tooth/).selectOption({ label: 'LR6 · 46 · lower right first molar' })
    await first.getByLabel(/^Note/).fill('Decay')
    await button(page, 'Save picture').click()
    const question = page.getByRole('alertdialog', { name: 'Is this the correct side?' })
    await expect(question).toContainText('46')
    await expect(question).toContainText('on the opposite side of the mouth')
    await button(page, 'No, go back').click()
    await first.getByLabel(/^Tooth/).selectOption({ label: 'LL6 · 36 · lower left first molar' })
    await button(page, 'Save picture').click()
    await expect(editor).toHaveCount(0)
    await expect(panel.getByText('LL6 · 36 · lower left first molar: Decay')).toBeVisible()
    await expectAccessible(page)
  })

  const link = await test.step('the consent is sent', async () => {
    await sendUnasked(page)
    await button(page, 'Show link / QR').click()
    const dialog = page.getByRole('dialog')
    const address = await dialog.getByRole('textbox').inputValue()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Open consent' }).click()
    await openSection(page, 'Text')
    await expect(page.getByRole('img', { name: 'Three teeth. The middle one' })).toBeVisible()
    return address
  })

  await test.step('the patient sees the picture beside the plan, and larger', async () => {
    await phone.goto(link)
    await fillBirthDate(phone, birthDate)
    await button(phone, 'Continue').click()
    await startReading(phone)
    const picture = phone.getByRole('img', { name: 'Three teeth. The middle one has a dark patch.' })
    await expect(picture).toBeVisible()
    await expect(picture).toHaveJSProperty('naturalWidth', 2048)
    await expect(phone.getByText('Your lower left teeth')).toBeVisible()
    await expect(phone.getByText(/lower left first molar \(LL6 · 36\)/i)).toBeVisible()
    await expectAccessible(phone)
    await button(phone, 'See it larger').click()
    await button(phone, 'Closer').click()
    await expect(button(phone, 'Further away')).toBeVisible()
    await expectAccessible(phone)
    await button(phone, 'Close').click()
    await expect(button(phone, 'Closer')).toHaveCount(0)
  })
})
