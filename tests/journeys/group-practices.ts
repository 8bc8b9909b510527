import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { joiningAgreements } from '../../contract/group-agreements.ts'
import type { GroupMembership } from '../../contract/practice-groups.ts'
import { expect } from './journey.ts'
import { addPasskeyDevice } from './passkey-device.ts'
import { ask, newPerson } from './people.ts'
import { linkFor, tokenOf } from './sent-mails.ts'

/** Somebody who owns a new practice, signed in on this page. */
export async function ownPractice(page: Page) {
  const { email, firstName, lastName, password } = newPerson()
  await ask(page.request, 'registration', { email, as: 'practice' })
  const token = tokenOf(await linkFor(email, '/register'))
  const practice = { name: `${lastName} Dental`, timeZone: 'Europe/London' }
  await ask(page.request, 'registration/finish', { token, firstName, lastName, password, practice })
  return { email, practice: practice.name }
}

/** The group invites a practice, whose owner agrees. */
async function join(group: Page, owner: Page, email: string) {
  await ask(group.request, 'group/invitations', { email })
  const answer = await owner.request.get('/api/clinic/group')
  const { invitations } = (await answer.json()) as GroupMembership
  await ask(owner.request, `clinic/group/invitations/${invitations[0]!.id}/acceptance`, {
    agreements: [...joiningAgreements],
  })
}

type Owned = { page: Page; email: string }

/** A group made by a super administrator, which somebody administers and whose practices are those of others or their own: its name. */
export async function makeGroup(admin: Page, own: Owned, ...owners: Owned[]): Promise<string> {
  const group = `Coastal ${randomUUID().slice(0, 8)}`
  const made = await ask<{ id: string; name: string }[]>(admin.request, 'admin/groups', { name: group })
  const { id } = made.find((one) => one.name === group)!
  await ask(admin.request, `admin/groups/${id}/people`, { email: own.email, role: 'group_admin' })
  const { page } = own
  await addPasskeyDevice(page)
  await page.goto('/clinic/account')
  await page.getByRole('button', { name: 'Add a passkey: No passkeys yet' }).click()
  await page.getByLabel('Name of the passkey').fill('Work laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Work laptop' })).toBeVisible()
  for (const owner of owners) await join(page, owner.page, owner.email)
  return group
}
