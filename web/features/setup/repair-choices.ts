import type { AccountRepair } from '../../../contract/setup.ts'
import type { FoundAccount } from './account-facts.tsx'

type RepairChoice = {
  repair: AccountRepair
  label: string
  /** What it does, and when it is right. */
  effect: string
}

const choices: readonly (RepairChoice & { isApplicable: (account: FoundAccount) => boolean })[] = [
  {
    repair: 'activate',
    label: 'Activate the account',
    effect: 'The account can sign in again. Staff records are unchanged.',
    isApplicable: ({ isActive }) => !isActive,
  },
  {
    repair: 'verify-email',
    label: 'Mark the e-mail address as confirmed',
    effect: 'Only if you know the address is theirs.',
    isApplicable: ({ emailVerified }) => !emailVerified,
  },
  {
    repair: 'link-staff',
    label: 'Link the staff records',
    effect: 'Unlinked staff records with this e-mail address are linked to this account.',
    isApplicable: ({ staff }) => staff.some(({ isLinked }) => !isLinked),
  },
  {
    repair: 'remove-second-factor',
    label: 'Remove the second factor',
    effect:
      'For a lost phone or security key. The app, recovery codes and passkeys stop working, and the account is signed out everywhere. If a second factor is required, it is set up again at the next sign-in.',
    isApplicable: ({ hasSecondFactor }) => hasSecondFactor,
  },
  {
    repair: 'end-sessions',
    label: 'End all sessions',
    effect: 'The account is signed out everywhere immediately.',
    isApplicable: () => true,
  },
]

/** The repairs that would change something about this account. */
export const repairChoices = (account: FoundAccount): RepairChoice[] =>
  choices.filter(({ isApplicable }) => isApplicable(account))
