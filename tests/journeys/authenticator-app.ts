import { Secret, TOTP } from 'otpauth'
import { expect } from '@playwright/test'

const period_seconds = 30
const stepNow = () => Math.floor(Date.now() / 1000 / period_seconds)

/** The code of a time step. */
const codeAt = (secret: string, step: number): string =>
  new TOTP({
    algorithm: 'SHA1',
    digits: 6,
    period: period_seconds,
    secret: Secret.fromBase32(secret),
  }).generate({
    timestamp: step * period_seconds * 1000,
  })

/**
 * An authenticator app. The product takes a code once, and also that of the next step: two codes can be had at once,
 * for the third there is a wait.
 */
export class AuthenticatorApp {
  readonly #secret: string
  #next = 0

  constructor(secret: string) {
    this.#secret = secret.replaceAll(/\s/g, '')
  }

  async code(): Promise<string> {
    const step = Math.max(stepNow(), this.#next)
    await expect.poll(stepNow).toBeGreaterThanOrEqual(step - 1)
    this.#next = step + 1
    return codeAt(this.#secret, step)
  }
}

/** Gives codes until one is taken: another journey may use this app too and have used a code up. */
export async function giveSharedCode(
  secret: string,
  give: (code: string) => Promise<boolean>,
): Promise<void> {
  const app = new AuthenticatorApp(secret)
  while (!(await give(await app.code())));
}
