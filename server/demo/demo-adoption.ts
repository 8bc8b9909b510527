import { contract } from '../../contract/index.ts'
import type { App } from '../app.ts'
import type { DemoAccount } from './demo-accounts.ts'
import { demoCaller } from './demo-caller.ts'
import { demoClinics } from './demo-people.ts'
import { desktop } from './demo-context.ts'

type AdoptionDeps = { app: App; accounts: DemoAccount[]; origin: string }

/**
 * The principal dentist of each demo clinic adopts the wording that the clinic has not adopted yet: all of it at first,
 * and after an update what is new.
 */
export async function adoptLibrary({ app, accounts, origin }: AdoptionDeps): Promise<void> {
  for (const [number, { name, staff }] of demoClinics.entries()) {
    const { firstName, lastName } = staff.find(({ key }) => key === 'owner')!
    const { email, password } = accounts.find(
      (account) => account.clinic === name && account.name === `${firstName} ${lastName}`,
    )!
    const dentist = demoCaller(app.http, { ip: `203.0.113.${30 + number}`, userAgent: desktop, origin })
    await dentist.call(contract.identity.signIn, { login: email, password })
    const { types } = (await dentist.call(contract.adoptions.catalogue, { pageSize: 1 }))!
    for (const { treatmentType } of types.filter(({ toAdopt }) => toAdopt > 0))
      await dentist.call(contract.adoptions.adopt, { treatmentType })
  }
}
