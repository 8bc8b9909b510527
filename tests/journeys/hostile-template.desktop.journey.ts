import type { Page } from '@playwright/test'
import { hostileHtml } from '../hostile-html.ts'
import { expect, test } from './journey.ts'
import { pasteHtml } from './clipboard-paste.ts'
import { ask } from './people.ts'

/** What is no placeholder and can be printed: the rest is refused before it is stored. */
const inputs = hostileHtml
  .filter((typed) => !/\{\{|(?!\n)\p{Cc}/u.test(typed) && typed.length <= 190)
  .filter((_typed, index) => index % 3 === 0)
const sections_of_each = 28

type Made = { id: string; name: string }

/** Templates that hold all the inputs, each as a title, as content and behind harmless words. */
async function makeTemplates(page: Page): Promise<Made[]> {
  const made: Made[] = []
  for (let first = 0; first < inputs.length; first += sections_of_each) {
    const held = inputs.slice(first, first + sections_of_each)
    const template = await ask<Made>(page.request, 'clinic/templates', {
      name: held[0],
      description: held[1] ?? '',
      treatmentType: 'Other',
      treatmentSubtype: held[2] ?? '',
      sections: held.map((typed, index) => ({ id: index + 1, title: typed, content: `<p>Kept</p>${typed}` })),
      risks: [{ label: held[0], band: 'rare', serious: false, source: '' }],
      cautions: [held[0]],
    })
    made.push(template)
  }
  return made
}

test('what somebody hides in a template runs on no page', async ({ page, signIn }) => {
  const opened: string[] = []
  page.on('dialog', async (dialog) => {
    opened.push(dialog.message())
    await dialog.dismiss()
  })
  await signIn(page, 'Jonah')
  expect(inputs.length).toBeGreaterThan(200)
  const made = await makeTemplates(page)

  await page.goto('/clinic/templates?owner=own')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { id } of made) {
    await page.goto(`/clinic/templates/${id}`)
    await expect(page.getByText('Kept').first()).toBeVisible()
    await page.goto(`/clinic/templates/${id}/edit`)
    await expect(page.getByRole('textbox', { name: 'Template Name' })).toBeVisible()
  }
  for (const section of await page.getByRole('button', { name: /^Section \d+:/ }).all()) {
    if ((await section.getAttribute('aria-expanded')) === 'false') await section.click()
    await expect(page.locator('[contenteditable=true]').first()).toContainText('Kept')
  }
  expect(opened).toEqual([])

  const editor = page.locator('[contenteditable=true]').first()
  for (const html of inputs.slice(0, 60)) await pasteHtml(editor, html)
  await expect(editor).toBeVisible()
  expect(opened).toEqual([])
})
