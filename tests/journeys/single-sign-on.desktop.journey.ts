import type { Page } from '@playwright/test'
import { demoAccountOf, expect, expectAccessible, signInByApi, test } from './journey.ts'
import { startProviderInstallation } from './provider-installation.ts'

const domain = 'harbour-practice.example'
const client = { clientId: 'candour', clientSecret: 'a secret between the two' }

/** Says who one is at the practice's own provider. */
async function signInThere(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Practice sign-in' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a practice connects its provider, staff sign in there, and it is required of all', async ({
  openBrowser,
  viewport,
}) => {
  const installation = await startProviderInstallation()
  const { address, issuer, records, demo } = installation
  const browser = () => openBrowser({ baseURL: address, viewport, ignoreHTTPSErrors: true })
  try {
    const page = await browser()
    await signInByApi(page, demoAccountOf(demo, 'Amara'))

    await test.step('The administrator connects the provider and tests it', async () => {
      await page.goto('/clinic/settings')
      await page.getByRole('link', { name: 'Single sign-on' }).click()
      await page.getByRole('button', { name: 'Connect provider' }).click()
      await expect(page.getByRole('alert').first()).toContainText('Enter the issuer address')
      await page.getByLabel('Name', { exact: true }).fill('Harbour account')
      await page.getByLabel('Issuer address').fill(issuer)
      await page.getByLabel('Client ID').fill(client.clientId)
      await page.getByLabel('Client secret', { exact: true }).fill(client.clientSecret)
      await page.getByLabel('Permission level by group').fill('Dentists = 3')
      await page.getByLabel('New staff in none of these groups').selectOption('Level 2')
      await page.getByRole('button', { name: 'Connect provider' }).click()
      const redirectUrl = await page.getByLabel('Redirect address').inputValue()
      const made = await page.request.post(`${issuer}/clients`, { data: { ...client, redirectUrl } })
      expect(made.ok()).toBe(true)
      await page.getByRole('button', { name: 'Test connection' }).click()
      await expect(page.getByText('The provider answers as it should.')).toBeVisible()
    })

    await test.step('A domain is verified once its record is there', async () => {
      await page.getByRole('button', { name: 'Add domain' }).click()
      await page.getByRole('dialog').getByLabel('E-mail domain').fill(domain)
      await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
      const verify = page.getByRole('button', { name: `Verify ${domain}` })
      await verify.click()
      await expect(page.getByText('The TXT record was not found.')).toBeVisible()
      const name = await page.getByLabel('DNS record name').inputValue()
      records.set(name, await page.getByLabel('DNS record value').inputValue())
      await expectAccessible(page)
      await verify.click()
      await expect(page.getByText('Verified', { exact: true })).toBeVisible()
    })

    await test.step('Somebody new signs in by their address, and is on the staff', async () => {
      const joiner = await browser()
      await joiner.goto('/login')
      await joiner.getByRole('button', { name: 'Sign in with your practice account' }).click()
      await joiner.getByLabel('Work e-mail address').fill(`nia@${domain}`)
      await expectAccessible(joiner)
      await joiner.getByRole('button', { name: 'Continue' }).click()
      await signInThere(joiner, `nia@${domain}`)
      await expect(joiner).toHaveURL(/\/clinic$/)
      await expect(joiner.getByRole('heading', { level: 1 })).toContainText('Ada')
    })

    await test.step('It is required of all but one, who types an address goes on there', async () => {
      await page.reload()
      await expect(page.getByRole('row', { name: new RegExp(`nia@${domain}`) })).toContainText('Signed in')
      await page.getByRole('button', { name: 'Require single sign-on' }).click()
      await page
        .getByLabel('Emergency administrator')
        .selectOption({ label: demoAccountOf(demo, 'Amara').name })
      await page.getByRole('dialog').getByRole('button', { name: 'Require single sign-on' }).click()
      await expect(page.getByText('All staff sign in through Harbour account')).toBeVisible()
      const colleague = await browser()
      await colleague.goto('/login')
      await colleague.getByLabel('E-mail address or username').fill(`tom@${domain}`)
      await colleague.getByLabel('Password', { exact: true }).focus()
      await signInThere(colleague, `tom@${domain}`)
      await expect(colleague).toHaveURL(/\/clinic$/)
    })

    await test.step('A token for joiners and leavers is shown once', async () => {
      await page.getByRole('button', { name: 'Create SCIM token' }).click()
      const token = await page.getByLabel('SCIM token').inputValue()
      await page.getByRole('button', { name: 'Done' }).click()
      await expectAccessible(page)
      await expect(page.getByText(`Token ending in ${token.slice(-4)}`).first()).toBeVisible()
      const found = await page.request.get(
        `/api/scim/v2/Users?filter=${encodeURIComponent(`userName eq "nia@${domain}"`)}`,
        { headers: { authorization: `Bearer ${token}` } },
      )
      expect(await found.json()).toMatchObject({ totalResults: 1 })
    })
  } finally {
    await installation.close()
  }
})
