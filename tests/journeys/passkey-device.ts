import type { Page } from '@playwright/test'

/**
 * Gives the browser a device that holds passkeys, and agrees whenever it is asked; also when a sign-in page asks by
 * itself. Answers how to take the device away.
 */
export async function addPasskeyDevice(page: Page): Promise<() => Promise<void>> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options })
  return async () => void (await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }))
}
