import type { Locator } from '@playwright/test'
import { askQuestion } from './patient-steps.ts'
import type { PictureScene } from './picture-scene.ts'

type Rows = { rows: { id: string }[] }

/** Scrolls until this stands so many pixels below the window's upper edge. */
async function scrollIntoPosition(what: Locator, margin: number): Promise<void> {
  const { y } = (await what.boundingBox())!
  await what.page().evaluate(`scrollBy(0, ${y - margin})`)
}

/** Screens of the practice, as the demo's people see them. */
export const clinicScenes: PictureScene[] = [
  {
    name: 'day-board',
    device: 'desk',
    async show({ address, open }) {
      const page = await open('desk', 'Amara')
      await page.goto(`${address}/clinic?who=all`)
      await page.getByRole('heading', { name: 'Margaret Hollis' }).first().waitFor()
      return { page }
    },
  },
  {
    name: 'waiting-list',
    device: 'phone',
    async show(stage) {
      const { address, open } = stage
      await askQuestion(stage, 'Can I go to work the next day?')
      const page = await open('phone', 'Tom')
      await page.goto(`${address}/clinic?who=all`)
      const list = page.getByRole('heading', { name: 'To do' }).first()
      await scrollIntoPosition(list, 72)
      return { page }
    },
  },
  {
    name: 'consent-list',
    device: 'desk',
    async show({ address, open }) {
      const page = await open('desk', 'Amara')
      await page.goto(`${address}/clinic/consents`)
      await page
        .getByRole('link', { name: /Whitcombe/ })
        .first()
        .waitFor()
      return { page }
    },
  },
  {
    name: 'consent-new',
    device: 'desk',
    async show({ address, open, read }) {
      const page = await open('desk', 'Tom')
      const { rows } = await read<Rows>(page, 'clinic/patients?search=Haddad')
      await page.goto(`${address}/clinic/consents/new?patient=${rows[0]!.id}`)
      await page.getByRole('combobox', { name: 'Treatment' }).fill('Porcelain Crown')
      await page.getByRole('option', { name: /^Porcelain Crown / }).click()
      await page.getByRole('checkbox', { name: /upper left first molar/i }).check()
      const diagnoses = page.getByRole('toolbar', { name: 'Usual values: Diagnosis' })
      await diagnoses.getByRole('button').first().click()
      const chart = page.getByRole('group', { name: /tooth|teeth/i }).first()
      await scrollIntoPosition(chart, 120)
      return { page }
    },
  },
  {
    name: 'consent-detail',
    device: 'desk',
    async show({ address, open, read }) {
      const page = await open('desk', 'Amara')
      const { rows } = await read<Rows>(page, 'clinic/consents?search=Hollis&pageSize=5')
      await page.goto(`${address}/clinic/consents/${rows[0]!.id}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return { page }
    },
  },
  {
    name: 'template-library',
    device: 'desk',
    async show({ address, open }) {
      const page = await open('desk', 'Amara')
      await page.goto(`${address}/clinic/templates`)
      await page.getByRole('searchbox').fill('crown')
      await page.getByText('Porcelain Crown').first().waitFor()
      return { page }
    },
  },
  {
    name: 'template-editor',
    device: 'desk',
    async show({ address, open, read, ask }) {
      const page = await open('desk', 'Amara')
      const { rows } = await read<Rows>(page, 'clinic/templates?search=Premolar+Root+Canal&pageSize=5')
      const { id } = await ask<{ id: string }>(page, `clinic/templates/${rows[0]!.id}/personal-copies`, {})
      await page.goto(`${address}/clinic/templates/${id}/edit`)
      const part = page.getByRole('heading', { name: 'Sections' })
      await scrollIntoPosition(part, 32)
      return { page }
    },
  },
  {
    name: 'patient-profile',
    device: 'desk',
    async show({ address, open, read }) {
      const page = await open('desk', 'Amara')
      const { rows } = await read<Rows>(page, 'clinic/patients?search=Hollis')
      await page.goto(`${address}/clinic/patients/${rows[0]!.id}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return { page }
    },
  },
  {
    name: 'settings-messages',
    device: 'desk',
    async show({ address, open }) {
      const page = await open('desk', 'Amara')
      await page.goto(`${address}/clinic/settings`)
      await page.getByRole('link', { name: 'Messages and reminders' }).click()
      const texts = page.getByRole('heading', { name: 'Messages to patients' })
      await scrollIntoPosition(texts, 48)
      return { page }
    },
  },
]
