import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { expect } from '@playwright/test'

const period_seconds = 30
const currentTimeStep = () => Math.floor(Date.now() / 1000 / period_seconds)

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
    const step = Math.max(currentTimeStep(), this.#next)
    await expect.poll(currentTimeStep).toBeGreaterThanOrEqual(step - 1)
    this.#next = step + 1
    return codeAt(this.#secret, step)
  }
}

/** Whether this code is ours to give: each stands for a file that only one journey can make. */
function claimTimeStep(step: number): boolean {
  try {
    writeFileSync(path.join(process.env.JOURNEY_DATA!, `code-${step}`), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/**
 * Gives codes until one is taken, and none that another journey with this app has given: the product takes each once,
 * and too many that it does not take lock the account.
 */
export async function enterSharedCode(
  secret: string,
  give: (code: string) => Promise<boolean>,
): Promise<void> {
  for (let step = currentTimeStep(); ; step = Math.max(currentTimeStep(), step + 1)) {
    await expect.poll(currentTimeStep).toBeGreaterThanOrEqual(step - 1)
    if (claimTimeStep(step) && (await give(codeAt(secret, step)))) return
  }
}
