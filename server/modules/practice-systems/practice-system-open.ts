import type { PracticeSystemName } from '../../../contract/practice-systems.ts'
import type { OutboundHttp } from '../../platform/http/outbound-http.ts'
import type { Keyring } from '../../platform/keys/keyring.ts'
import { createSystemClient } from './practice-system-client.ts'
import { openDentally } from './practice-system-dentally.ts'
import { openOpenDental } from './practice-system-open-dental.ts'
import type { SystemPort } from './practice-system-port.ts'

/** Where each system is; no practice says so, so that no key goes to an address that somebody typed. */
export type SystemAddresses = Record<PracticeSystemName, string>

const purpose = 'practice-system'

export const wrapKey = (keyring: Keyring, key: string): string =>
  keyring.wrap(purpose, Buffer.from(key, 'utf8'))

/** Of a key as long as this, or longer, the last four characters tell nothing. */
export const keyHintOf = (key: string): string => key.slice(-4)

type Known = { openPort: typeof openDentally; scheme: string; writesBack: boolean; requestsPerRun: number }

/**
 * What is known of each system. Dentally allows a user 3,600 requests an hour, which its own app and other programs share;
 * runs every minute take less than half. Open Dental allows one in five seconds to those who may only read.
 */
const known: Record<PracticeSystemName, Known> = {
  dentally: { openPort: openDentally, scheme: 'Bearer', writesBack: true, requestsPerRun: 25 },
  'dentally-sandbox': { openPort: openDentally, scheme: 'Bearer', writesBack: true, requestsPerRun: 25 },
  'open-dental': { openPort: openOpenDental, scheme: 'ODFHIR', writesBack: false, requestsPerRun: 10 },
}

export const isSandbox = (system: PracticeSystemName): boolean => system === 'dentally-sandbox'
export const writesBack = (system: PracticeSystemName): boolean => known[system].writesBack
export const requestsPerRun = (system: PracticeSystemName): number => known[system].requestsPerRun
/** Open Dental asks for two keys in one header. */
export const isKeyOf = (system: PracticeSystemName, key: string): boolean =>
  system === 'open-dental' ? /^[^\s/]+\/[^\s/]+$/.test(key) : !/[^\x21-\x7e]/.test(key)

export type OpenPort = (connection: { system: PracticeSystemName; secret: string }) => SystemPort

/** Opens the port of a connected system with its key. */
export const createPortFactory =
  (
    keyring: Keyring,
    { outside, addresses, now }: { outside: OutboundHttp; addresses: SystemAddresses; now: () => Date },
  ): OpenPort =>
  ({ system, secret }) => {
    const key = Buffer.from(keyring.unwrap(purpose, secret)).toString('utf8')
    const { openPort, scheme } = known[system]
    return openPort(
      createSystemClient({ outside, address: addresses[system], authorization: `${scheme} ${key}`, now }),
    )
  }
