import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Template } from '../../contract/templates.ts'
import { section_length_max } from '../../contract/limits.ts'
import { clipboardInputs, plainInputs } from '../clipboard-inputs.ts'
import { expect, test } from './journey.ts'

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' })

/** As from the clipboard, in place of all that stands in the text. */
async function pasteReplacing(page: Page, kind: 'text/html' | 'text/plain', text: string): Promise<void> {
  await content(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.evaluate(`{
    const data = new DataTransfer()
    data.setData(${JSON.stringify(kind)}, ${JSON.stringify(text)})
    const pasted = { clipboardData: data, bubbles: true, cancelable: true }
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', pasted))
  }`)
}

/** What the editor shows: its own paragraphs in items, and what it adds for the caret, left out. */
const shown = async (page: Page): Promise<string> =>
  (await content(page).innerHTML())
    .replaceAll(
      /<br class="ProseMirror-trailingBreak">|<p>(?:<br[^>]*>)?<\/p>|<img[^>]*>| class="[^"]*"/g,
      '',
    )
    .replaceAll(/<\/?p>/g, '|')
    .replaceAll(/\|+/g, '|')
    .replaceAll(/\|(?=<\/?(?:li|ul|ol)>)|(?<=<\/?(?:li|ul|ol)>)\|/g, '')

const toDisplayedHtml = (stored: string): string =>
  stored
    .replaceAll(/<\/?p>/g, '|')
    .replaceAll(/\|+/g, '|')
    .replaceAll(/\|(?=<\/?(?:li|ul|ol)>)|(?<=<\/?(?:li|ul|ol)>)\|/g, '')

test('what is pasted from other programs keeps its lists and tables', async ({ page, signIn }) => {
  await signIn(page, 'Siân')
  const name = `Night guard ${randomUUID().slice(0, 8)}`
  const made = await page.request.post('/api/clinic/templates', {
    headers: { 'idempotency-key': randomUUID() },
    data: {
      name,
      treatmentType: 'Other',
      sections: [{ id: 1, title: 'Risks', content: '<p>As it was.</p>' }],
    },
  })
  const template = (await made.json()) as Template
  await page.goto(`/clinic/templates/${template.id}/edit`)
  await expect(content(page)).toBeVisible()
  for (const { from, html, stored } of clipboardInputs) {
    await test.step(from, async () => {
      await pasteReplacing(page, 'text/html', html)
      await expect.poll(() => shown(page)).toBe(toDisplayedHtml(stored))
    })
  }
  for (const { from, text, stored } of plainInputs) {
    if (stored === null) continue
    await test.step(`plain text of ${from}`, async () => {
      await pasteReplacing(page, 'text/plain', text)
      await expect.poll(() => shown(page)).toBe(toDisplayedHtml(stored))
    })
  }

  await test.step('is stored as it is shown, and too long a section is told by its name', async () => {
    await pasteReplacing(page, 'text/html', clipboardInputs.at(-1)!.html)
    await page.getByRole('button', { name: 'Update Template', exact: true }).click()
    await expect(page).toHaveURL(/\/clinic\/templates$/)
    const saved = await page.request.get(`/api/clinic/templates/${template.id}`)
    const { sections, versionId } = (await saved.json()) as Template
    expect(sections[0]!.content.replaceAll(/>\s+</g, '><')).toBe(clipboardInputs.at(-1)!.stored)
    const long = await page.request.put(`/api/clinic/templates/${template.id}`, {
      data: {
        ...{ name, treatmentType: 'Other', versionId },
        sections: [{ id: 1, title: 'Risks', content: `<p>${'x'.repeat(section_length_max)}</p>` }],
      },
    })
    expect(await long.json()).toMatchObject({
      message:
        'The section “Risks” is 7 characters too long. A section may have at most 40,000, including formatting.',
    })
  })
})
