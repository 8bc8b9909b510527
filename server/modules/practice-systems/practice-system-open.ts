import type { PracticeSystemName } from '../../../contract/practice-systems.ts'
import type { OutboundHttp } from '../../platform/http/outbound-http.ts'
import type { Access, Connected } from './practice-system-access.ts'
import { createSystemClient } from './practice-system-client.ts'
import { openDentally } from './practice-system-dentally.ts'
import { openOpenDental } from './practice-system-open-dental.ts'
import type { SystemPort } from './practice-system-port.ts'

/** Where each system is; no practice says so, so that no key goes to an address that somebody typed. */
export type SystemAddresses = Record<PracticeSystemName, string>

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

export type OpenPort = (connected: Connected) => Promise<SystemPort>

type PortDeps = { access: Access; outside: OutboundHttp; addresses: SystemAddresses; now: () => Date }

/** Opens the port of a connected system with its key, or with what was granted. */
export const createPortFactory =
  ({ access, outside, addresses, now }: PortDeps): OpenPort =>
  async (connected) => {
    const { openPort, scheme } = known[connected.system]
    const { key, renew } = await access.open(connected)
    const headerOf = (value: string) => `${scheme} ${value}`
    return openPort(
      createSystemClient({
        ...{ outside, address: addresses[connected.system], authorization: headerOf(key), now },
        renew: renew && (async () => renew().then((renewed) => renewed && headerOf(renewed))),
      }),
    )
  }
