import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Template } from '../../contract/templates.ts'
import { makeGroup, ownPractice } from './group-practices.ts'
import { expect, expectAccessible, expectDialogAccessible } from './journey.ts'
import { ask, test } from './people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const table = (page: Page, name: string) => page.getByRole('table', { name })

const media = { url: 'https://videos.example.org/filling.mp4', required: false, transcript: 'Hello there' }
const fieldsOf = (name: string, text: string) => ({
  ...{ name, treatmentType: 'Dental Fillings', description: 'Fills a hole' },
  sections: [{ id: 1, title: 'Treatment Description', content: `<p>${text}</p>`, media }],
  metadata: { requiresTooth: false, requiresDiagnosis: false },
})

test('a group shares a template of one practice, which another finds, copies, and is offered anew', async ({
  page,
  signIn,
  openBrowser,
}) => {
  const name = `White filling ${randomUUID().slice(0, 8)}`
  const other = await openBrowser()
  const [own, others] = [await ownPractice(page), await ownPractice(other)]
  let template: Template
  let group: string

  await test.step('Given a group of two practices, whose administrator works at one of them', async () => {
    const admin = await openBrowser()
    await signIn(admin, 'Rowan')
    group = await makeGroup(admin, { page, ...own }, { page, ...own }, { page: other, ...others })
    template = await ask<Template>(page.request, 'clinic/templates', fieldsOf(name, 'We place a filling.'))
  })

  await test.step('When she reads the template of her practice, she shares it', async () => {
    await page.goto('/group')
    await page.getByRole('link', { name: 'Templates' }).click()
    await expect(page.getByText('No shared templates yet')).toBeVisible()
    await page.getByLabel('Search templates of the practices').fill('nothing is called this')
    await expect(page.getByText('No templates found. Try another search.')).toBeVisible()
    await page.getByLabel('Search templates of the practices').fill(name)
    await page.getByRole('button', { name: `Review and share ${name} of ${own.practice}` }).click()
    for (const copied of [
      'We place a filling.',
      'Fills a hole',
      'Dental Fillings',
      media.url,
      media.transcript,
    ])
      await expect(dialog(page)).toContainText(copied)
    await expectDialogAccessible(page)
    await dialog(page).getByRole('button', { name: 'Share with the group' }).click()
    await expect(table(page, 'Shared templates')).toContainText(name)
    const ofPractices = table(page, 'Templates of the practices')
    await expect(ofPractices).toContainText('Shared')
    await expect(ofPractices.getByRole('button', { name: `View ${name} of ${own.practice}` })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('Then the other practice finds it as the group’s, and makes its own copy', async () => {
    await other.goto('/clinic/templates')
    await other.getByRole('link', { name: 'Our group' }).click()
    await expect(other).toHaveURL(/owner=group/)
    const shared = other.getByRole('row').filter({ hasText: name })
    await expect(shared).toHaveCount(1)
    await expect(shared).toContainText(group)
    await expectAccessible(other)
    await shared.getByRole('link', { name }).click()
    await expect(other.getByText(`This template is managed by ${group}.`)).toBeVisible()
    await expect(other.getByText(`Shared by ${group}, awaiting`)).toBeVisible()
    await expect(other.getByText('We place a filling.')).toBeVisible()
    await expect(other.getByText('Awaiting clinical review')).toHaveCount(0)
    await expectAccessible(other)
    await other.getByRole('button', { name: `More actions for ${name}` }).click()
    await other.getByRole('menuitem', { name: 'Duplicate' }).click()
    await other.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(`${name} (Copy)`)
  })

  await test.step('And when she shares what her practice has changed, the copy is offered it', async () => {
    const changed = { ...fieldsOf(name, 'We place a white filling.'), versionId: template.versionId }
    await ask(page.request, `clinic/templates/${template.id}`, changed, 'put')
    await page.reload()
    await expect(page.getByText('Practice has a newer version')).toBeVisible()
    await page.getByRole('button', { name: `Review newer version of ${name}` }).click()
    await expect(dialog(page)).toContainText('We place a white filling.')
    await expect(dialog(page)).toContainText(
      'Practices must adopt it again; signed consents need reconfirming.',
    )
    await dialog(page).getByRole('button', { name: 'Share this version' }).click()
    await expect(page.getByText('Practice has a newer version')).toHaveCount(0)
    await other.reload()
    await expect(other.getByText('The template this was copied from has new wording')).toBeVisible()
  })

  await test.step('And a practice stops sharing its templates: the group keeps the copy, and reads no other', async () => {
    const practice = page
    await practice.goto('/clinic/settings/group')
    await practice.getByRole('button', { name: 'Stop sharing templates' }).click()
    await expect(dialog(practice)).toContainText('Copies that it already shares stay with the group')
    await expectDialogAccessible(practice)
    await dialog(practice).getByRole('button', { name: 'Stop sharing templates' }).click()
    await expect(practice.getByRole('button', { name: 'Share templates' })).toBeVisible()
    await expectAccessible(practice)
    await page.goto('/group/templates')
    await expect(page.getByText('Templates shared by 1 of 2 practices')).toBeVisible()
    await expect(page.getByText(`Not shared by ${own.practice}`)).toBeVisible()
    await expect(table(page, 'Shared templates')).toContainText('No longer available')
    await expect(table(page, 'Templates of the practices')).not.toContainText(own.practice)
    await expectAccessible(page)
  })

  await test.step('And a practice that leaves keeps its copy, and finds the group’s no longer', async () => {
    await ask(other.request, 'clinic/group', {}, 'delete')
    await other.goto(`/clinic/templates?q=${encodeURIComponent(name)}`)
    await expect(other.getByRole('row').filter({ hasText: name })).toHaveCount(1)
    await expect(other.getByRole('row').filter({ hasText: `${name} (Copy)` })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Our group' })).toHaveCount(0)
    await page.getByRole('button', { name: `Stop sharing ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByText('No shared templates yet')).toBeVisible()
  })
})
