import type { Page } from '@playwright/test'

/** The device of somebody who holds passkeys. */
export type PasskeyDevice = {
  /** Whether its owner agrees to what it is asked, as they do at first; asked and not agreed to, it waits. */
  setAgrees: (agrees: boolean) => Promise<void>
  remove: () => Promise<void>
}

/**
 * Gives the browser a device that holds passkeys. A page for signing in asks it by itself, so that a story which gives
 * a password there has it not agree, or it is signed in before it has given one.
 */
export async function addPasskeyDevice(page: Page): Promise<PasskeyDevice> {
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
  return {
    setAgrees: async (enabled) =>
      void (await device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    remove: async () => void (await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
  }
}
