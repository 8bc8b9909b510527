import { demoAccountOf, expect, expectAccessible, signInByApi, test } from './journey.ts'
import { startProviderInstallation } from './provider-installation.ts'

const domain = 'harbour-practice.example'

test('a practice connects its SAML provider, and staff sign in there', async ({ openBrowser, viewport }) => {
  const installation = await startProviderInstallation('saml')
  const { address, issuer, records, demo } = installation
  const browser = () => openBrowser({ baseURL: address, viewport, ignoreHTTPSErrors: true })
  try {
    const page = await browser()
    await signInByApi(page, demoAccountOf(demo, 'Amara'))

    await test.step('The administrator exchanges metadata with the provider', async () => {
      await page.goto('/clinic/settings/single-sign-on')
      await page.getByLabel('SAML 2.0').check()
      await page.getByRole('button', { name: 'Connect provider' }).click()
      await expect(page.getByRole('alert').first()).toContainText('Enter the provider’s entity ID')
      const ours = await page.request.get(await page.getByLabel('Our entity ID').inputValue())
      const handed = await page.request.post(`${issuer}/service`, { data: await ours.body() })
      expect(handed.ok()).toBe(true)
      const theirs = await page.request.get(`${issuer}/metadata`)
      await page.getByLabel('Name', { exact: true }).fill('Harbour account')
      await page.getByLabel('Provider metadata (XML)').fill(await theirs.text())
      await page.getByLabel('New staff in none of these groups').selectOption('Level 2')
      await page.getByRole('button', { name: 'Connect provider' }).click()
      await expect(page.getByLabel('Provider’s sign-in address')).toHaveValue(`${issuer}/sso`)
      await expect(page.getByRole('list', { name: 'Saved certificates' })).toContainText('Valid until')
      await expectAccessible(page)
    })

    await test.step('A domain is verified', async () => {
      await page.getByRole('button', { name: 'Add domain' }).click()
      await page.getByRole('dialog').getByLabel('E-mail domain').fill(domain)
      await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
      const name = await page.getByLabel('DNS record name').inputValue()
      records.set(name, await page.getByLabel('DNS record value').inputValue())
      await page.getByRole('button', { name: `Verify ${domain}` }).click()
      await expect(page.getByText('Verified', { exact: true })).toBeVisible()
    })

    await test.step('Somebody new signs in at the provider, which posts them back from its own site', async () => {
      const joiner = await browser()
      await joiner.goto('/login?to=%2Fclinic')
      await joiner.getByRole('button', { name: 'Sign in with your practice account' }).click()
      await joiner.getByLabel('Work e-mail address').fill(`nia@${domain}`)
      await joiner.getByRole('button', { name: 'Continue' }).click()
      await expect(joiner.getByRole('heading', { name: 'Practice sign-in' })).toBeVisible()
      await joiner.getByLabel('E-mail').fill(`nia@${domain}`)
      await joiner.getByRole('button', { name: 'Continue' }).click()
      await expect(joiner).toHaveURL(/\/clinic$/)
      await expect(joiner.getByRole('heading', { level: 1 })).toContainText('Ada')
    })

    await test.step('The administrator sees who came in', async () => {
      await page.reload()
      await expect(page.getByRole('row', { name: new RegExp(`nia@${domain}`) })).toContainText('Signed in')
    })
  } finally {
    await installation.close()
  }
})
