import type { Page } from '@playwright/test'
import { expect, expectAccessible, sendConsent, test } from './journey.ts'

/** Where a consent is made, read and finished, and where what a practice decides is set. */
const screens = (patientId: string, consentId: string) => [
  '/clinic?who=all',
  '/clinic/patients',
  '/clinic/patients/import',
  `/clinic/patients/${patientId}`,
  `/clinic/patients/${patientId}/edit`,
  '/clinic/consents',
  `/clinic/consents/new?patient=${patientId}`,
  '/clinic/consents/ai-generate',
  `/clinic/consents/${consentId}`,
  `/clinic/sign-consent/${consentId}`,
  ...['practice', 'branding', 'policies', 'messages', 'security', 'templates', 'data'].map(
    (section) => `/clinic/settings?section=${section}`,
  ),
  '/clinic/settings/connections',
  '/clinic/settings/practice-system',
  '/clinic/settings/single-sign-on',
  '/clinic/settings/group',
  '/clinic/settings/fees',
]

/** How far the page, or a table in it, reaches beyond its place to the side. */
const overhang = (page: Page) =>
  page
    .locator('html, .card:has(> table)')
    .evaluateAll((places: { scrollWidth: number; clientWidth: number }[]) =>
      Math.max(...places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
    )

const orientations = { upright: { width: 768, height: 1024 }, landscape: { width: 1024, height: 768 } }

for (const [held, viewport] of Object.entries(orientations))
  test(`every screen of the clinic’s day fits a tablet held ${held}`, async ({ page, signIn }) => {
    await page.setViewportSize(viewport)
    await signIn(page, 'Amara')
    const { consentId } = await sendConsent(page)
    const consent = await page.request.get(`/api/clinic/consents/${consentId}`)
    const { patient } = (await consent.json()) as { patient: { id: string } }
    for (const address of screens(patient.id, consentId))
      await test.step(address.replace(patient.id, '{patient}').replace(consentId, '{consent}'), async () => {
        await page.goto(address)
        await expectAccessible(page)
        await expect.poll(() => overhang(page), 'what reaches beyond its place').toBeLessThanOrEqual(0)
        // A table whose rows stand as sheets hides its head.
        for (const head of await page.locator('main .card > table > thead').all())
          expect((await head.boundingBox())!.height, 'a table stays a table').toBeGreaterThan(20)
      })
  })
